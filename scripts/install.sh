#!/bin/sh
# Installs the executable `docs` for the user who runs this: no root, no Node. The archive is checked before anything of it
# is used.
#   DOCS_VERSION       the version, without a v
#   DOCS_INSTALL_FROM  a folder or address with the archives and SHA256SUMS, in place of the release's
#   DOCS_INSTALL_TO    a folder in place of ~/.local
set -eu

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

# Everything is in a function, so that a script that was cut off while it was fetched does nothing.
main() {
  version=${DOCS_VERSION:-@VERSION@}
  case $version in
    *[!0-9A-Za-z.-]* | '') fail "\"$version\" is no version: set DOCS_VERSION" ;;
  esac
  from=${DOCS_INSTALL_FROM:-https://code.docs-admin-cli.example/docs-admin-cli/releases/download/v$version}
  to=${DOCS_INSTALL_TO:-${HOME:?}/.local}
  name=docs-$version-$(platform)
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM

  fetch "$name.tar.gz"
  fetch SHA256SUMS
  verify "$name.tar.gz"
  tar -xzf "$work/$name.tar.gz" -C "$work"
  "$work/$name/docs" --version >/dev/null || fail "the executable does not run on this machine"
  place
  printf 'Installed docs %s: %s\n' "$version" "$to/bin/docs"
  printf 'The archive is as published at %s; SHA256SUMS.asc proves who published it\n' "$from"
  case ":${PATH:-}:" in
    *":$to/bin:"*) ;;
    *) printf 'Add %s to PATH to run it by its name\n' "$to/bin" ;;
  esac
}

platform() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=darwin ;;
    *) fail "there is no executable for $(uname -s): use the npm package" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) processor=x64 ;;
    aarch64 | arm64) processor=arm64 ;;
    *) fail "there is no executable for $(uname -m): use the npm package" ;;
  esac
  libc=
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -q musl; then libc=-musl; fi
  printf '%s-%s%s\n' "$system" "$processor" "$libc"
}

fetch() {
  case $from in
    https://*)
      # With curl, redirects stay on https, too.
      if command -v curl >/dev/null; then curl --proto '=https' --tlsv1.2 -fsSL -o "$work/$1" "$from/$1"
      else wget -q --secure-protocol=TLSv1_2 -O "$work/$1" "$from/$1"
      fi || fail "cannot fetch $from/$1"
      ;;
    http://127.0.0.1:* | http://localhost:*)
      if command -v curl >/dev/null; then curl -fsSL -o "$work/$1" "$from/$1"
      else wget -q -O "$work/$1" "$from/$1"
      fi || fail "cannot fetch $from/$1"
      ;;
    http://*) fail "$from is not https" ;;
    *) cp "$from/$1" "$work/$1" || fail "cannot read $from/$1" ;;
  esac
}

# Exactly one line of the sums has to name the file, and it has to be right. The sums come from where the archive comes from:
# they prove that it arrived as it was published there, not who made it. SHA256SUMS.asc, its signature, does.
verify() {
  wanted=$(awk -v name="$1" '$2 == name { print $1 }' "$work/SHA256SUMS")
  if command -v sha256sum >/dev/null; then sum=$(sha256sum "$work/$1")
  else sum=$(shasum -a 256 "$work/$1")
  fi
  [ -n "$wanted" ] || fail "SHA256SUMS does not name $1"
  [ "${sum%% *}" = "$wanted" ] || fail "$1 has another sum than SHA256SUMS says: nothing was installed"
}

# The executable last and by a rename: one that runs is not written to.
place() {
  source=$work/$name
  mkdir -p "$to/bin" "$to/share/man/man1" "$to/share/bash-completion/completions" \
    "$to/share/zsh/site-functions" "$to/share/fish/vendor_completions.d"
  cp "$source"/man/*.1 "$to/share/man/man1/"
  cp "$source/completions/docs.bash" "$to/share/bash-completion/completions/docs"
  cp "$source/completions/_docs" "$to/share/zsh/site-functions/_docs"
  cp "$source/completions/docs.fish" "$to/share/fish/vendor_completions.d/docs.fish"
  cp "$source/docs" "$to/bin/.docs.new"
  chmod 755 "$to/bin/.docs.new"
  mv -f "$to/bin/.docs.new" "$to/bin/docs"
}

main "$@"
