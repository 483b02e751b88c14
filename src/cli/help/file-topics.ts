/** Help topics about files that people write by hand. */

export const CHECKS_FILE = `Checks file

  A file in YAML for docs checks run --config <file>. An unknown key, a duplicate key, or an entry to ignore without a
  reason is an error that names the line.

    # info, warning or error: what ends with exit code 11
    fail-on: warning
    rules:
      cr-stale: { severity: warning, older-than: 60d }
      space-orphan: off
      variable-missing: on
    ignore:
      - rule: links-broken
        # a page, or a space: then everything in it
        object: <id>
        reason: moves to the new handbook in June
        until: 2027-06-30

  docs checks list shows the rules, docs checks view <rule> what one of them finds and reads.
`;

export const MCP_HOSTS = `Hosts of docs mcp

  Most hosts take a file in JSON with a member for each server:

    {
      "mcpServers": {
        "docs": { "command": "docs", "args": ["mcp", "--snapshot", "/home/me/acme.snapshot"] }
      }
    }

  Claude Desktop      claude_desktop_config.json (Settings, Developer)
  Claude Code         claude mcp add docs -- docs mcp --snapshot /home/me/acme.snapshot, or .mcp.json in a project
  Cursor              .cursor/mcp.json in a project, ~/.cursor/mcp.json for all
  Windsurf            ~/.codeium/windsurf/mcp_config.json
  Visual Studio Code  .vscode/mcp.json; the member is called servers, and each server has "type": "stdio"
  Zed                 settings.json; the member is called context_servers

  A graphical host may not see the PATH of your shell. If docs or node is not found, use its full path (which docs).
`;
