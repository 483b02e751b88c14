/** Memory for the body of an answer, at least `bytes` long. */
export type Room = (bytes: number) => Uint8Array;

/**
 * Memory that the pages of a listing take in turns: a long list would leave hundreds of bodies to the garbage collector,
 * which is in no hurry with them. The first page keeps its own. While one page is written the next is read and the one
 * after it comes in, so that there are three.
 */
export function createRooms(): (page: number) => Room | undefined {
  const rooms = [reusable(), reusable(), reusable()];
  return (page) => (page === 1 ? undefined : rooms[page % rooms.length]);
}

function reusable(): Room {
  let memory = new Uint8Array();
  return (bytes) => {
    // A little more, as pages differ in length.
    if (memory.length < bytes) memory = new Uint8Array(Math.ceil(bytes * 1.25));
    return memory;
  };
}
