/** Makes room for new connections: if all places are taken, the one that has been idle longest is closed. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Allows at most `most` connections. A connection is idle while none of its requests is being answered; if none is idle,
 * the new one is refused.
 */
export function limitConnections(server: Server, most: number): void {
  // Ordered: the one that has been idle longest comes first.
  const idle = new Set<Socket>();
  const busy = new Map<Socket, number>();
  server.on("connection", (socket: Socket) => {
    if (idle.size + busy.size >= most && !dropOldest(idle)) {
      socket.destroy();
      return;
    }
    idle.add(socket);
    socket.once("close", () => {
      idle.delete(socket);
      busy.delete(socket);
    });
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once("close", () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left > 0) busy.set(socket, left);
      else if (busy.delete(socket) && !socket.destroyed) idle.add(socket);
    });
  });
}

function dropOldest(idle: Set<Socket>): boolean {
  const [oldest] = idle;
  if (oldest === undefined) return false;
  idle.delete(oldest);
  oldest.destroy();
  return true;
}
