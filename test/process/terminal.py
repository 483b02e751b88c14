"""Runs a program in a pseudo-terminal and types at it.

Standard input: {"argv": [...], "env": {...}, "cwd": "...", "columns": 80, "steps": [{"wait": text, "type": text, "kill": name, "touch": path}, ...]}
Each step waits for its text on the screen, then types, sends a signal or creates a file. Standard output: {"screen", "code", "signal",
"restored"}; restored tells whether the terminal's settings at the end are those of the start.
"""
import fcntl, json, os, pty, select, signal, struct, sys, termios, time

job = json.load(sys.stdin)
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if job["columns"] else 0, job["columns"], 0, 0))
before = termios.tcgetattr(slave)
pid = os.fork()
if pid == 0:
    os.setsid()
    os.close(master)
    os.dup2(slave, 0)
    # Makes it the controlling terminal: Ctrl-C reaches the program as SIGINT.
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    os.dup2(slave, 1)
    os.dup2(slave, 2)
    os.chdir(job["cwd"])
    os.execve(job["argv"][0], job["argv"], job["env"])

screen = b""
raw = False
seen = 0
steps = list(job["steps"])
limit = time.time() + 50
status = None
while time.time() < limit:
    ready, _, _ = select.select([master], [], [], 0.02)
    if ready:
        screen += os.read(master, 65536)
        raw = raw or not termios.tcgetattr(slave)[3] & termios.ICANON
    elif status is not None:
        break
    if steps and steps[0]["wait"].encode() in screen[seen:]:
        step = steps.pop(0)
        seen = len(screen)
        time.sleep(0.15)
        if "type" in step:
            os.write(master, step["type"].encode())
        if "kill" in step:
            os.kill(pid, getattr(signal, step["kill"]))
        if "touch" in step:
            open(step["touch"], "w").close()
    if status is None:
        ended, code = os.waitpid(pid, os.WNOHANG)
        status = code if ended else None
if status is None:
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
json.dump({
    "screen": screen.decode("utf-8", "replace"),
    "code": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
    "signal": signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else None,
    "raw": raw,
    "restored": termios.tcgetattr(slave) == before,
}, sys.stdout)
