# bash completion for docs, for bash 3.2 and later, with and without the bash-completion package.
# It knows no command: the program answers each TAB. The lines of the answer become words, and nothing in them is evaluated.
__docs() {
  local line kind=''
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $kind ]]; then
      kind=$line
    else
      COMPREPLY[${#COMPREPLY[@]}]=$line
    fi
  done < <(command docs __complete bash "--line=${COMP_LINE:0:COMP_POINT}" "--word=$2" "--type=$COMP_TYPE" 2>/dev/null)
  if type compopt &>/dev/null; then
    case $kind in
      files*) compopt -o default ;;
      folders*) compopt -o dirnames ;;
      # The word goes on after what is inserted.
      *open*) compopt -o nospace ;;
    esac
  elif [[ $kind == files* || $kind == folders* ]]; then
    while IFS= read -r line; do
      COMPREPLY[${#COMPREPLY[@]}]=$line
    done < <(compgen -f -- "$2")
  fi
}

complete -o nosort -F __docs docs 2>/dev/null || complete -F __docs docs
