/** Preloaded into the command: ends it by SIGKILL before a statement of SQLite runs that matches a pattern, at so many of them. */
const { createRequire } = require("node:module");

const pattern = new RegExp(process.env.KILL_AT_PATTERN);
let left = Number(process.env.KILL_AT_COUNT);

function openedBy(Binding) {
  const { prepare } = Binding.prototype;
  Binding.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (!pattern.test(sql)) return statement;
    const { run } = statement;
    statement.run = (...values) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, "SIGKILL");
      return run.apply(statement, values);
    };
    return statement;
  };
}

// Node's own, else that of the package, as the program chooses.
const own = process.getBuiltinModule("node:sqlite")?.DatabaseSync;
openedBy(own ?? createRequire(process.argv[1])("libsql"));
