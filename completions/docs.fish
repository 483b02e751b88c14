# fish completion for docs. It knows no command: the program answers each TAB.
# The lines of the answer are candidates: fish evaluates nothing in them, and quotes what it inserts.
function __docs_complete
    set -l words (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l word (commandline -ct)
    set -l lines (command docs __complete fish "--word=$word[1]" -- $words[2..] 2>/dev/null)
    set -l head (string split \t -- $lines[1])
    switch "$head[1]"
        case 'files*'
            set lines '' (__fish_complete_path "$head[3]")
        case 'folders*'
            set lines '' (__fish_complete_directories "$head[3]" '')
    end
    # With what stands before the text in the same word: the flag, and earlier values of a list.
    set -q lines[2]
    and printf '%s\n' $head[2]$lines[2..]
end

complete -c docs -e
complete -c docs -f -k -a '(__docs_complete)'
