# bash completion for docs. Written from the definitions of the commands by scripts/completions.mjs: do not edit.
# Nouns, verbs, flags and values are in here; titles and ids come from "docs __complete", which reads what was listed before.
# Nothing that the service answered is ever evaluated.

__docs_noun() {
  case $1 in
    'status') noun=status cmd=status ;;
    'inbox') noun=inbox cmd=inbox ;;
    'spaces'|'space') noun=spaces ;;
    'content') noun=content ;;
    'pages'|'page') noun=pages ;;
    'files'|'file') noun=files ;;
    'cr'|'change-request'|'change-requests') noun=cr ;;
    'comments'|'comment') noun=comments ;;
    'replies'|'reply') noun=replies ;;
    'collections'|'collection') noun=collections ;;
    'translations'|'translation') noun=translations ;;
    'openapi'|'openapi-spec'|'openapi-specs') noun=openapi ;;
    'sites'|'site') noun=sites ;;
    'sections'|'section') noun=sections ;;
    'section-groups'|'section-group') noun=section-groups ;;
    'site-spaces'|'site-space') noun=site-spaces ;;
    'share-links'|'share-link') noun=share-links ;;
    'adaptive-schema') noun=adaptive-schema ;;
    'orgs'|'org'|'organization'|'organizations') noun=orgs ;;
    'members'|'member') noun=members ;;
    'reviews'|'review') noun=reviews ;;
    'teams'|'team') noun=teams ;;
    'team-members'|'team-member') noun=team-members ;;
    'saml') noun=saml ;;
    'checks'|'check') noun=checks ;;
    'auth') noun=auth ;;
    'profiles'|'profile') noun=profiles ;;
    'config') noun=config ;;
    'alias'|'aliases') noun=alias ;;
    'api') noun=api cmd=api ;;
    'ci') noun=ci ;;
    'completion') noun=completion cmd=completion ;;
    'plans'|'plan') noun=plans ;;
    'history') noun=history ;;
    'undo') noun=undo cmd=undo ;;
    'snapshots'|'snapshot') noun=snapshots ;;
    'extensions'|'extension') noun=extensions ;;
    'tour') noun=tour cmd=tour ;;
    'init') noun=init cmd=init ;;
    'doctor') noun=doctor cmd=doctor ;;
    'mcp') noun=mcp cmd=mcp ;;
    'sandbox') noun=sandbox ;;
    help) noun=help cmd=help ;;
    *) noun='?' cmd='?' ;;
  esac
}

__docs_verb() {
  case "$noun $1" in
    'spaces list'|'spaces ls') cmd='spaces list' ;;
    'spaces view'|'spaces get') cmd='spaces view' ;;
    'spaces edit') cmd='spaces edit' ;;
    'spaces delete'|'spaces rm') cmd='spaces delete' ;;
    'spaces restore') cmd='spaces restore' ;;
    'spaces duplicate') cmd='spaces duplicate' ;;
    'spaces move') cmd='spaces move' ;;
    'spaces transfer') cmd='spaces transfer' ;;
    'spaces search') cmd='spaces search' ;;
    'spaces links') cmd='spaces links' ;;
    'spaces check') cmd='spaces check' ;;
    'content view'|'content get') cmd='content view' ;;
    'content import') cmd='content import' ;;
    'content apply-template') cmd='content apply-template' ;;
    'pages list'|'pages ls') cmd='pages list' ;;
    'pages view'|'pages get') cmd='pages view' ;;
    'pages links') cmd='pages links' ;;
    'pages backlinks') cmd='pages backlinks' ;;
    'files list'|'files ls') cmd='files list' ;;
    'files view'|'files get') cmd='files view' ;;
    'files backlinks') cmd='files backlinks' ;;
    'files download') cmd='files download' ;;
    'cr list'|'cr ls') cmd='cr list' ;;
    'cr view'|'cr get') cmd='cr view' ;;
    'cr diff') cmd='cr diff' ;;
    'cr create') cmd='cr create' ;;
    'cr edit') cmd='cr edit' ;;
    'cr close') cmd='cr close' ;;
    'cr reopen') cmd='cr reopen' ;;
    'cr merge') cmd='cr merge' ;;
    'cr update') cmd='cr update' ;;
    'cr comment') cmd='cr comment' ;;
    'cr commenters') cmd='cr commenters' ;;
    'cr pdf') cmd='cr pdf' ;;
    'cr review') cmd='cr review' ;;
    'cr check') cmd='cr check' ;;
    'comments list'|'comments ls') cmd='comments list' ;;
    'comments view'|'comments get') cmd='comments view' ;;
    'comments create') cmd='comments create' ;;
    'comments edit') cmd='comments edit' ;;
    'comments delete'|'comments rm') cmd='comments delete' ;;
    'comments resolve') cmd='comments resolve' ;;
    'comments reopen') cmd='comments reopen' ;;
    'comments react') cmd='comments react' ;;
    'replies list'|'replies ls') cmd='replies list' ;;
    'replies view'|'replies get') cmd='replies view' ;;
    'replies create') cmd='replies create' ;;
    'replies edit') cmd='replies edit' ;;
    'replies delete'|'replies rm') cmd='replies delete' ;;
    'collections list'|'collections ls') cmd='collections list' ;;
    'collections view'|'collections get') cmd='collections view' ;;
    'collections create') cmd='collections create' ;;
    'collections edit') cmd='collections edit' ;;
    'collections delete'|'collections rm') cmd='collections delete' ;;
    'collections spaces') cmd='collections spaces' ;;
    'collections move') cmd='collections move' ;;
    'collections transfer') cmd='collections transfer' ;;
    'translations list'|'translations ls') cmd='translations list' ;;
    'translations view'|'translations get') cmd='translations view' ;;
    'translations create') cmd='translations create' ;;
    'translations edit') cmd='translations edit' ;;
    'translations delete'|'translations rm') cmd='translations delete' ;;
    'openapi list'|'openapi ls') cmd='openapi list' ;;
    'openapi view'|'openapi get') cmd='openapi view' ;;
    'openapi create') cmd='openapi create' ;;
    'openapi publish') cmd='openapi publish' ;;
    'openapi edit') cmd='openapi edit' ;;
    'openapi delete'|'openapi rm') cmd='openapi delete' ;;
    'openapi versions') cmd='openapi versions' ;;
    'openapi version') cmd='openapi version' ;;
    'openapi content') cmd='openapi content' ;;
    'sites list'|'sites ls') cmd='sites list' ;;
    'sites view'|'sites get') cmd='sites view' ;;
    'sites create') cmd='sites create' ;;
    'sites edit') cmd='sites edit' ;;
    'sites delete'|'sites rm') cmd='sites delete' ;;
    'sites publish') cmd='sites publish' ;;
    'sites published') cmd='sites published' ;;
    'sites export') cmd='sites export' ;;
    'sites plan') cmd='sites plan' ;;
    'sites apply') cmd='sites apply' ;;
    'sites check') cmd='sites check' ;;
    'sections list'|'sections ls') cmd='sections list' ;;
    'sections create') cmd='sections create' ;;
    'sections edit') cmd='sections edit' ;;
    'sections delete'|'sections rm') cmd='sections delete' ;;
    'sections move') cmd='sections move' ;;
    'section-groups list'|'section-groups ls') cmd='section-groups list' ;;
    'section-groups create') cmd='section-groups create' ;;
    'section-groups edit') cmd='section-groups edit' ;;
    'section-groups delete'|'section-groups rm') cmd='section-groups delete' ;;
    'section-groups add') cmd='section-groups add' ;;
    'section-groups remove') cmd='section-groups remove' ;;
    'section-groups move') cmd='section-groups move' ;;
    'site-spaces list'|'site-spaces ls') cmd='site-spaces list' ;;
    'site-spaces add') cmd='site-spaces add' ;;
    'site-spaces edit') cmd='site-spaces edit' ;;
    'site-spaces delete'|'site-spaces rm') cmd='site-spaces delete' ;;
    'site-spaces move') cmd='site-spaces move' ;;
    'share-links list'|'share-links ls') cmd='share-links list' ;;
    'share-links create') cmd='share-links create' ;;
    'share-links edit') cmd='share-links edit' ;;
    'share-links delete'|'share-links rm') cmd='share-links delete' ;;
    'adaptive-schema view'|'adaptive-schema get') cmd='adaptive-schema view' ;;
    'adaptive-schema set') cmd='adaptive-schema set' ;;
    'adaptive-schema conditions') cmd='adaptive-schema conditions' ;;
    'orgs list'|'orgs ls') cmd='orgs list' ;;
    'orgs view'|'orgs get') cmd='orgs view' ;;
    'orgs overview') cmd='orgs overview' ;;
    'orgs edit') cmd='orgs edit' ;;
    'orgs search') cmd='orgs search' ;;
    'orgs for-domain') cmd='orgs for-domain' ;;
    'orgs ping') cmd='orgs ping' ;;
    'orgs delete-invite') cmd='orgs delete-invite' ;;
    'members list'|'members ls') cmd='members list' ;;
    'members view'|'members get') cmd='members view' ;;
    'members edit') cmd='members edit' ;;
    'members remove'|'members delete'|'members rm') cmd='members remove' ;;
    'members sso') cmd='members sso' ;;
    'members spaces') cmd='members spaces' ;;
    'members teams') cmd='members teams' ;;
    'members offboard') cmd='members offboard' ;;
    'reviews create') cmd='reviews create' ;;
    'reviews view'|'reviews get') cmd='reviews view' ;;
    'reviews apply') cmd='reviews apply' ;;
    'teams list'|'teams ls') cmd='teams list' ;;
    'teams view'|'teams get') cmd='teams view' ;;
    'teams create') cmd='teams create' ;;
    'teams edit') cmd='teams edit' ;;
    'teams delete'|'teams rm') cmd='teams delete' ;;
    'teams sync') cmd='teams sync' ;;
    'team-members list'|'team-members ls') cmd='team-members list' ;;
    'team-members edit') cmd='team-members edit' ;;
    'team-members set') cmd='team-members set' ;;
    'team-members remove') cmd='team-members remove' ;;
    'saml list'|'saml ls') cmd='saml list' ;;
    'saml view'|'saml get') cmd='saml view' ;;
    'saml create') cmd='saml create' ;;
    'saml edit') cmd='saml edit' ;;
    'saml delete'|'saml rm') cmd='saml delete' ;;
    'saml logins') cmd='saml logins' ;;
    'checks run') cmd='checks run' ;;
    'checks list'|'checks ls') cmd='checks list' ;;
    'checks view'|'checks get'|'checks explain') cmd='checks view' ;;
    'checks baseline') cmd='checks baseline' ;;
    'auth login') cmd='auth login' ;;
    'auth status') cmd='auth status' ;;
    'auth logout') cmd='auth logout' ;;
    'auth move') cmd='auth move' ;;
    'auth token') cmd='auth token' ;;
    'profiles list'|'profiles ls') cmd='profiles list' ;;
    'profiles use') cmd='profiles use' ;;
    'profiles delete'|'profiles rm') cmd='profiles delete' ;;
    'config list'|'config ls') cmd='config list' ;;
    'config get') cmd='config get' ;;
    'config set') cmd='config set' ;;
    'config unset') cmd='config unset' ;;
    'alias list'|'alias ls') cmd='alias list' ;;
    'alias set') cmd='alias set' ;;
    'alias delete'|'alias rm') cmd='alias delete' ;;
    'ci list'|'ci ls') cmd='ci list' ;;
    'ci show') cmd='ci show' ;;
    'plans view'|'plans get') cmd='plans view' ;;
    'plans apply') cmd='plans apply' ;;
    'plans undo') cmd='plans undo' ;;
    'plans verify') cmd='plans verify' ;;
    'history list'|'history ls') cmd='history list' ;;
    'history view'|'history get') cmd='history view' ;;
    'history clear') cmd='history clear' ;;
    'snapshots create') cmd='snapshots create' ;;
    'snapshots list'|'snapshots ls') cmd='snapshots list' ;;
    'snapshots view'|'snapshots get') cmd='snapshots view' ;;
    'snapshots forget') cmd='snapshots forget' ;;
    'snapshots verify') cmd='snapshots verify' ;;
    'snapshots log') cmd='snapshots log' ;;
    'snapshots query') cmd='snapshots query' ;;
    'snapshots tables') cmd='snapshots tables' ;;
    'snapshots export') cmd='snapshots export' ;;
    'snapshots restore') cmd='snapshots restore' ;;
    'snapshots diff') cmd='snapshots diff' ;;
    'extensions list'|'extensions ls') cmd='extensions list' ;;
    'sandbox start') cmd='sandbox start' ;;
    'sandbox status') cmd='sandbox status' ;;
    'sandbox reset') cmd='sandbox reset' ;;
    'sandbox load') cmd='sandbox load' ;;
    'sandbox import') cmd='sandbox import' ;;
    'sandbox token') cmd='sandbox token' ;;
    *) cmd='?' ;;
  esac
}

# What may follow a flag: =values, @kind, / for a file (/@kind: an @ may follow), - for any text; a comma before it says several.
__docs_value() {
  slot=''
  case "$cmd $1" in
    'status --fields') slot=',=organization me changeRequests openComments failedSpecifications failedTranslations unpublishedSites spacesLeftOut refused' ;;
    'inbox --fields') slot=',=group title reason author authorId space changeRequest comment at url command' ;;
    'spaces list --fields'|'spaces view --fields'|'spaces edit --fields'|'spaces restore --fields'|\
    'spaces duplicate --fields'|'spaces move --fields'|'spaces transfer --fields'|'collections spaces --fields') slot=',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions' ;;
    'spaces search --fields') slot=',=id title path sections urls' ;;
    'spaces links --fields'|'pages links --fields') slot=',=status relation targetReference locationReferences' ;;
    'spaces check --fields'|'cr check --fields'|'sites check --fields'|'checks run --fields') slot=',=rule status severity tag object within message since fingerprint place fix' ;;
    'content view --fields') slot=',=object id parents pages files reusableContents variables createdAt git urls type' ;;
    'content import --fields') slot=',=revision importedResources totalResources' ;;
    'pages list --fields'|'pages view --fields') slot=',=id title emoji icon createdAt updatedAt markdown type urls slug path description pages git layout cover variables hidden noIndex noRobotsIndex computed computedSeed' ;;
    'pages backlinks --fields'|'files backlinks --fields') slot=',=kind organization space versionContext file' ;;
    'files list --fields'|'files view --fields') slot=',=id name contentType downloadURL size dimensions git' ;;
    'files download --fields') slot=',=path bytes' ;;
    'cr list --fields') slot=',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls space' ;;
    'cr view --fields') slot=',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls discussion' ;;
    'cr diff --fields') slot=',=change id title path from additions deletions diff' ;;
    'cr create --fields'|'cr edit --fields'|'cr close --fields'|'cr reopen --fields') slot=',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls' ;;
    'cr merge --fields'|'cr update --fields') slot=',=revision result' ;;
    'cr comment --fields'|'comments list --fields'|'comments view --fields'|'comments create --fields'|\
    'comments edit --fields'|'comments resolve --fields'|'comments reopen --fields'|'comments react --fields') slot=',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy' ;;
    'cr commenters --fields'|'members list --fields'|'members view --fields'|'members edit --fields'|\
    'members sso --fields') slot=',=object id role user disabled joinedAt lastSeenAt sso spaces teams' ;;
    'cr pdf --fields') slot=',=url' ;;
    'replies list --fields'|'replies view --fields'|'replies create --fields'|'replies edit --fields') slot=',=object id postedBy postedAt editedAt reactions body urls permissions' ;;
    'collections list --fields'|'collections view --fields'|'collections create --fields'|\
    'collections edit --fields'|'collections move --fields'|'collections transfer --fields') slot=',=object id title description organization parent defaultLevel urls permissions' ;;
    'translations list --fields'|'translations view --fields'|'translations create --fields'|\
    'translations edit --fields') slot=',=object id status source language instructions result createdAt updatedAt stats permissions urls' ;;
    'openapi list --fields'|'openapi view --fields'|'openapi create --fields'|'openapi publish --fields'|\
    'openapi edit --fields') slot=',=object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt lastProcessErrorCode permissions urls' ;;
    'openapi versions --fields'|'openapi version --fields') slot=',=object id createdAt url urls' ;;
    'openapi content --fields') slot=',=filesystem url' ;;
    'sites list --fields'|'sites view --fields'|'sites create --fields'|'sites edit --fields'|\
    'sites publish --fields') slot=',=object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads agentsContext features urls' ;;
    'sites published --fields') slot=',=object site structure customizations scripts' ;;
    'sites plan --fields'|'plans view --fields') slot=',=format id origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps' ;;
    'sites apply --fields'|'members offboard --fields'|'reviews apply --fields'|'teams sync --fields'|\
    'plans apply --fields'|'plans undo --fields'|'undo --fields'|'snapshots restore --fields') slot=',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps' ;;
    'sections list --fields'|'sections create --fields'|'sections edit --fields'|'sections move --fields') slot=',=object id title description default path condition sectionGroup siteSpaces urls icon' ;;
    'section-groups list --fields'|'section-groups create --fields'|'section-groups edit --fields'|\
    'section-groups add --fields'|'section-groups move --fields') slot=',=object id title sections icon' ;;
    'site-spaces list --fields'|'site-spaces add --fields'|'site-spaces edit --fields'|'site-spaces move --fields') slot=',=object id path section space title default condition hasAdvancedCustomizationFeature urls' ;;
    'share-links list --fields'|'share-links create --fields'|'share-links edit --fields') slot=',=object id createdAt name active urls' ;;
    'adaptive-schema view --fields'|'adaptive-schema set --fields') slot=',=object jsonSchema updatedAt' ;;
    'adaptive-schema conditions --fields') slot=',=description condition' ;;
    'orgs list --fields'|'orgs view --fields'|'orgs edit --fields'|'orgs for-domain --fields') slot=',=object id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent sso ai inviteLinks plan billing urls trial customHostname blocked internal_billingMigration permissions' ;;
    'orgs overview --fields') slot=',=organization readAt attention spaces pages freshness changeRequests openComments links people access teams sites findings unread' ;;
    'orgs search --fields') slot=',=id title pages' ;;
    'orgs ping --fields') slot=',=serviceVisitorClaims' ;;
    'members spaces --fields') slot=',=permission space' ;;
    'members teams --fields') slot=',=team member' ;;
    'reviews view --fields') slot=',=line user who to grant app reviewer reason access thing decision' ;;
    'teams list --fields'|'teams view --fields'|'teams create --fields'|'teams edit --fields') slot=',=object id title members spaces createdAt permissions' ;;
    'team-members list --fields') slot=',=organization team permissions' ;;
    'saml list --fields'|'saml view --fields'|'saml create --fields'|'saml edit --fields') slot=',=object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls' ;;
    'saml logins --fields') slot=',=id label startURL' ;;
    'checks list --fields'|'checks view --fields') slot=',=id severity tag summary why of days requests fix planned example on off' ;;
    'checks baseline --fields') slot=',=file accepted added fixed' ;;
    'auth status --fields') slot=',=profile baseUrl tokenSource tokenTail me organizations org space site' ;;
    'profiles list --fields') slot=',=name current token baseUrl org space site' ;;
    'config list --fields') slot=',=key value describe inUse' ;;
    'alias list --fields') slot=',=name expansion' ;;
    'ci list --fields') slot=',=name summary needs files' ;;
    'plans verify --fields') slot=',=id what holds' ;;
    'history list --fields') slot=',=id at command origin organization steps number log state done undo changes' ;;
    'history view --fields') slot=',=id maker command made complete maxRemovals left format origin organization steps totals cannotUndo rails' ;;
    'snapshots create --fields'|'snapshots view --fields') slot=',=file origin organization started ended version bytes counts asked requests failed reused parts' ;;
    'snapshots list --fields') slot=',=generation name latest accepted state started ended caller tool counts gaps added changed removed texts changes' ;;
    'snapshots forget --fields') slot=',=file forgotten kept freed' ;;
    'snapshots verify --fields') slot=',=file damage checked digests uncovered' ;;
    'snapshots log --fields') slot=',=at after generation kind change id title place state fields parts unread' ;;
    'snapshots tables --fields') slot=',=folder organization date format replaced tables' ;;
    'snapshots export --fields') slot=',=organization spaces files written unchanged removed shrunk missing' ;;
    'snapshots diff --fields') slot=',=kind change id title place path from fields texts pages' ;;
    'extensions list --fields') slot=',=name path state' ;;
    'tour --fields') slot=',=title command' ;;
    'doctor --fields') slot=',=check status detail hint' ;;
    'sandbox load --fields') slot=',=file from origin organization read caller kept counts' ;;
    'sandbox import --fields') slot=',=space revision pages files reusableContents variables links broken skipped' ;;
    'inbox --author'|'cr list --author') slot='@userId' ;;
    'spaces list --page'|'spaces list --sort'|'spaces search --page'|'spaces search --sort'|'spaces links --page'|\
    'spaces links --sort'|'pages links --page'|'pages links --sort'|'pages backlinks --page'|\
    'pages backlinks --sort'|'files list --page'|'files list --sort'|'files backlinks --page'|\
    'files backlinks --sort'|'cr list --page'|'cr list --sort'|'cr commenters --page'|'cr commenters --sort'|\
    'comments list --page'|'comments list --sort'|'comments react --add'|'comments react --remove'|\
    'replies list --page'|'replies list --sort'|'collections list --page'|'collections list --sort'|\
    'collections spaces --page'|'collections spaces --sort'|'translations list --page'|'translations list --sort'|\
    'openapi list --page'|'openapi list --sort'|'openapi versions --page'|'openapi versions --sort'|\
    'sites list --page'|'sites list --sort'|'sections list --page'|'sections list --sort'|\
    'section-groups list --page'|'section-groups list --sort'|'site-spaces list --page'|'site-spaces list --sort'|\
    'share-links list --page'|'share-links list --sort'|'orgs list --page'|'orgs list --sort'|\
    'orgs overview --html'|'orgs search --page'|'orgs search --sort'|'members list --page'|'members spaces --page'|\
    'members spaces --sort'|'members teams --page'|'members teams --sort'|'reviews create --include'|\
    'teams list --page'|'teams list --sort'|'team-members list --page'|'team-members list --sort'|\
    'saml list --page'|'saml list --sort'|'snapshots create --include'|'snapshots restore --only'|\
    'snapshots diff --only') slot='-' ;;
    'spaces move --before'|'spaces move --after'|'collections move --before'|'collections move --after') slot='@spaceId+collectionId' ;;
    'pages view --format'|'comments list --format'|'comments view --format'|'replies list --format'|\
    'replies view --format') slot='=document markdown' ;;
    'cr list --status') slot='=draft open archived merged all' ;;
    'cr edit --status') slot='=draft open archived' ;;
    'cr pdf --page') slot='@pageId' ;;
    'cr pdf --only'|'api --include') slot='' ;;
    'comments list --status') slot='=all open resolved' ;;
    'comments list --author'|'team-members edit --add'|'team-members edit --remove'|'team-members edit --role') slot=',@userId' ;;
    'openapi edit --visibility') slot='=private public' ;;
    'sites create --visibility'|'sites edit --visibility') slot='=public unlisted share-link visitor-auth' ;;
    'sites apply --html'|'members offboard --html'|'reviews apply --html'|'teams sync --html'|'plans view --html'|\
    'plans apply --html'|'plans undo --html'|'undo --html'|'snapshots restore --html') slot='/' ;;
    'sections move --before'|'sections move --after') slot='@siteSectionId' ;;
    'section-groups move --before'|'section-groups move --after') slot='@siteSectionGroupId+siteSectionId' ;;
    'site-spaces move --before'|'site-spaces move --after') slot='@siteSpaceId' ;;
    'members list --role'|'members edit --role') slot='=admin create review edit comment read' ;;
    'members list --sort') slot='=joinedAt lastSeenAt' ;;
    'team-members set --role') slot='=owner member' ;;
    'snapshots tables --format') slot='=parquet csv ndjson' ;;
    *)
      case $1 in
        '--output'|'-o') slot='=table json jsonl yaml csv tsv' ;;
        '--fields'|'--jq'|'-q'|'--base-url'|'--timeout'|'--deadline'|'--retries'|'--max-wait'|'--max-body'|\
        '--concurrency'|'--limit'|'-L'|'--page-size'|'--query'|'--share-key'|'--field'|'--raw-field'|'--title'|\
        '--emoji'|'--confirm'|'--older-than'|'--report'|'--export-root'|'--max-warnings'|'--allow-host'|'--source-root'|\
        '--wait-timeout'|'--ref'|'--search'|'--subject'|'--agent-task'|'--body'|'--node'|'--table-record'|\
        '--table-definition'|'--add-reaction'|'--remove-reaction'|'--description'|'--source-language'|'--instructions'|\
        '--source-url'|'--basename'|'--proxy'|'--icon'|'--path'|'--condition'|'--name'|'--email-domains'|'--hostname'|\
        '--logo'|'--max-removals'|'--allow-team'|'--label'|'--entity-id'|'--certificate'|'--sso-url'|'--tag'|\
        '--snapshots'|'--reason'|'--until'|'-F'|'-f'|'--header'|'-H'|'--cache'|'--exclude'|'--files-up-to'|'--max-rate'|\
        '--keep-last'|'--keep-daily'|'--keep-weekly'|'--keep-monthly'|'--sample'|'--seed'|'--kind'|'--of'|'--since'|\
        '--tools'|'--toolsets'|'--plans-in'|'--port'|'--save-profile'|'--as') slot='-' ;;
        '--org'|'--to-org') slot='@organizationId' ;;
        '--space'|'--source-space'|'--containing-space'|'--content') slot='@spaceId' ;;
        '--site'|'--default-site') slot='@siteId' ;;
        '--profile') slot='@profile' ;;
        '--snapshot'|'--changed-since'|'--on'|'--compare') slot='/@generation' ;;
        '--project'|'--token-file'|'--ca-file'|'--journal'|'--resume'|'--plan'|'--config'|'--output-file'|'-O'|\
        '--body-file'|'--instructions-file'|'--file'|'--receipt'|'--certificate-file'|'--baseline'|'--input') slot='/' ;;
        '--edit-mode') slot='=live locked' ;;
        '--default-level'|'--default-role') slot='=admin create review edit comment read' ;;
        '--language') slot='=en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl' ;;
        '--parent'|'--to-collection') slot='@collectionId' ;;
        '--fail-on'|'--severity') slot='=error warning info' ;;
        '--cr') slot='@changeRequestId' ;;
        '--source') slot='=website docx markdown html zip confluence github-wiki notion google-docs' ;;
        '--contributor'|'--heir'|'--owner') slot='@userId' ;;
        '--order') slot='=asc desc' ;;
        '--page-id') slot='@pageId' ;;
        '--type') slot='=basic premium ultimate sponsored legacy-basic legacy-premium' ;;
        '--spaces') slot=',@spaceId' ;;
        '--agents-context') slot='=excluded included' ;;
        '--default-site-space') slot='@siteSpaceId' ;;
        '--default-site-section'|'--section') slot='@siteSectionId' ;;
        '--sections') slot=',@siteSectionId' ;;
        '--members') slot=',@userId' ;;
        '--default-team') slot='@teamId' ;;
        '--to') slot='=keyring file' ;;
        '--method'|'-X') slot='=GET POST PUT PATCH DELETE' ;;
        '--for') slot='=github gitlab' ;;
        '--generation') slot='=latest all' ;;
        '--host') slot='=127.0.0.1 ::1' ;;
      esac ;;
  esac
}

# What may stand as a target: the command and the number of targets before it.
__docs_target() {
  slot=''
  case "$cmd $n" in
    'spaces duplicate 0'|'spaces move 0'|'spaces transfer 0'|'spaces check 0') slot='@spaceId' ;;
    'pages links 0'|'pages backlinks 0') slot='@pageId' ;;
    'files backlinks 0') slot='@fileId' ;;
    'cr diff 0'|'cr comment 0'|'cr commenters 0'|'cr pdf 0'|'cr review 0'|'cr check 0') slot='@changeRequestId' ;;
    'replies list 0'|'replies view 0'|'replies create 0'|'replies edit 0'|'replies delete 0') slot='@commentId' ;;
    'collections spaces 0'|'collections move 0'|'collections transfer 0') slot='@collectionId' ;;
    'openapi publish 0'|'openapi versions 0'|'openapi version 0'|'openapi content 0') slot='@specSlug' ;;
    'sites published 0'|'sites export 0'|'sites check 0') slot='@siteId' ;;
    'sites plan 0'|'sites apply 0'|'reviews create 0'|'reviews view 0'|'reviews apply 0'|'teams sync 0'|\
    'checks baseline 0'|'plans view 0'|'plans apply 0'|'plans undo 0'|'plans verify 0'|'snapshots create 0'|\
    'snapshots tables 1'|'snapshots export 1'|'sandbox import 0') slot='/' ;;
    'sections move 0') slot='@siteSectionId' ;;
    'section-groups add 0'|'section-groups remove 0'|'section-groups move 0') slot='@siteSectionGroupId' ;;
    'site-spaces move 0') slot='@siteSpaceId' ;;
    'orgs overview 0') slot='@organizationId' ;;
    'members spaces 0'|'members teams 0') slot='@userId' ;;
    'team-members list 0'|'team-members edit 0'|'team-members set 0'|'team-members remove 0') slot='@teamId' ;;
    'profiles use 0'|'profiles delete 0') slot='@profile' ;;
    'config get 0'|'config set 0'|'config unset 0') slot='=org space site me base-url output' ;;
    'config set 1') slot='@setting' ;;
    'alias set 0'|'alias delete 0') slot='@alias' ;;
    'api 0') slot='@path' ;;
    'completion 0') slot='=bash zsh fish powershell' ;;
    'snapshots list 0'|'snapshots view 0'|'snapshots forget 0'|'snapshots verify 0'|'snapshots log 0'|\
    'snapshots query 0'|'snapshots tables 0'|'snapshots export 0'|'snapshots restore 0'|'snapshots diff 0'|\
    'snapshots diff 1'|'sandbox load 0') slot='/@generation' ;;
    'spaces view '*|'spaces edit '*|'spaces delete '*) slot='@spaceId' ;;
    'pages view '*) slot='@pageId' ;;
    'files view '*|'files download '*) slot='@fileId' ;;
    'cr view '*|'cr edit '*|'cr close '*|'cr reopen '*|'cr merge '*|'cr update '*) slot='@changeRequestId' ;;
    'comments view '*|'comments edit '*|'comments delete '*|'comments resolve '*|'comments reopen '*|\
    'comments react '*) slot='@commentId' ;;
    'replies view '*|'replies edit '*|'replies delete '*) slot='@commentReplyId' ;;
    'collections view '*|'collections edit '*|'collections delete '*) slot='@collectionId' ;;
    'translations view '*|'translations edit '*|'translations delete '*) slot='@translationId' ;;
    'openapi view '*|'openapi edit '*|'openapi delete '*) slot='@specSlug' ;;
    'sites view '*|'sites edit '*|'sites delete '*|'sites publish '*) slot='@siteId' ;;
    'sections edit '*|'sections delete '*|'section-groups add '*|'section-groups remove '*) slot='@siteSectionId' ;;
    'section-groups edit '*|'section-groups delete '*) slot='@siteSectionGroupId' ;;
    'site-spaces edit '*|'site-spaces delete '*) slot='@siteSpaceId' ;;
    'share-links edit '*|'share-links delete '*) slot='@shareLinkId' ;;
    'orgs view '*|'orgs edit '*|'orgs ping '*) slot='@organizationId' ;;
    'members view '*|'members edit '*|'members remove '*|'members sso '*|'members offboard '*|'team-members set '*|\
    'team-members remove '*) slot='@userId' ;;
    'teams view '*|'teams edit '*|'teams delete '*) slot='@teamId' ;;
    'saml view '*|'saml edit '*|'saml delete '*) slot='@samlProviderId' ;;
    'snapshots query '*) slot='/@generation' ;;
  esac
}

__docs_nouns() {
  choices=(status inbox spaces content pages files cr comments replies collections translations openapi sites sections
    section-groups site-spaces share-links adaptive-schema orgs members reviews teams team-members saml checks auth
    profiles config alias api ci completion plans history undo snapshots extensions tour init doctor mcp sandbox
    help)
}

__docs_noun_aliases() {
  choices=(space page file change-request change-requests comment reply collection translation openapi-spec openapi-specs
    site section section-group site-space share-link org organization organizations member review team team-member
    check profile aliases plan snapshot extension)
}

__docs_topics() {
  choices=(status inbox spaces content pages files cr comments replies collections translations openapi sites sections
    section-groups site-spaces share-links adaptive-schema orgs members reviews teams team-members saml checks auth
    profiles config alias api ci completion plans history undo snapshots extensions tour init doctor mcp sandbox
    environment exit-codes formatting scripting bulk checks-file mcp-hosts plan-format flags endpoints)
}

__docs_verbs() {
  case $1 in
    'spaces') choices=(list view edit delete restore duplicate move transfer search links check) ;;
    'content') choices=(view import apply-template) ;;
    'pages') choices=(list view links backlinks) ;;
    'files') choices=(list view backlinks download) ;;
    'cr') choices=(list view diff create edit close reopen merge update comment commenters pdf review check) ;;
    'comments') choices=(list view create edit delete resolve reopen react) ;;
    'replies') choices=(list view create edit delete) ;;
    'collections') choices=(list view create edit delete spaces move transfer) ;;
    'translations') choices=(list view create edit delete) ;;
    'openapi') choices=(list view create publish edit delete versions version content) ;;
    'sites') choices=(list view create edit delete publish published export plan apply check) ;;
    'sections') choices=(list create edit delete move) ;;
    'section-groups') choices=(list create edit delete add remove move) ;;
    'site-spaces') choices=(list add edit delete move) ;;
    'share-links') choices=(list create edit delete) ;;
    'adaptive-schema') choices=(view set conditions) ;;
    'orgs') choices=(list view overview edit search for-domain ping delete-invite) ;;
    'members') choices=(list view edit remove sso spaces teams offboard) ;;
    'reviews') choices=(create view apply) ;;
    'teams') choices=(list view create edit delete sync) ;;
    'team-members') choices=(list edit set remove) ;;
    'saml') choices=(list view create edit delete logins) ;;
    'checks') choices=(run list view baseline) ;;
    'auth') choices=(login status logout move token) ;;
    'profiles') choices=(list use delete) ;;
    'config') choices=(list get set unset) ;;
    'alias') choices=(list set delete) ;;
    'ci') choices=(list show) ;;
    'plans') choices=(view apply undo verify) ;;
    'history') choices=(list view clear) ;;
    'snapshots') choices=(create list view forget verify log query tables export restore diff) ;;
    'extensions') choices=(list) ;;
    'sandbox') choices=(start status reset load import token) ;;
  esac
}

__docs_verb_aliases() {
  case $1 in
    'spaces') choices=(ls get rm) ;;
    'content') choices=(get) ;;
    'pages') choices=(ls get) ;;
    'files') choices=(ls get) ;;
    'cr') choices=(ls get) ;;
    'comments') choices=(ls get rm) ;;
    'replies') choices=(ls get rm) ;;
    'collections') choices=(ls get rm) ;;
    'translations') choices=(ls get rm) ;;
    'openapi') choices=(ls get rm) ;;
    'sites') choices=(ls get rm) ;;
    'sections') choices=(ls rm) ;;
    'section-groups') choices=(ls rm) ;;
    'site-spaces') choices=(ls rm) ;;
    'share-links') choices=(ls rm) ;;
    'adaptive-schema') choices=(get) ;;
    'orgs') choices=(ls get) ;;
    'members') choices=(ls get delete rm) ;;
    'reviews') choices=(get) ;;
    'teams') choices=(ls get rm) ;;
    'team-members') choices=(ls) ;;
    'saml') choices=(ls get rm) ;;
    'checks') choices=(ls get explain) ;;
    'profiles') choices=(ls rm) ;;
    'config') choices=(ls) ;;
    'alias') choices=(ls rm) ;;
    'ci') choices=(ls) ;;
    'plans') choices=(get) ;;
    'history') choices=(ls get) ;;
    'snapshots') choices=(ls get) ;;
    'extensions') choices=(ls) ;;
  esac
}

__docs_flags() {
  case $cmd in
    'inbox') choices=(--mine --author) ;;
    'spaces list') choices=(--limit --page --page-size --sort --web --query --deleted) ;;
    'spaces view') choices=(--web --url --query --share-key) ;;
    'spaces edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title --emoji
      --edit-mode --default-level --language) ;;
    'spaces delete'|'collections delete'|'translations delete'|'openapi delete'|'sites delete'|'sections delete'|\
    'section-groups delete'|'site-spaces delete'|'share-links delete'|'members remove'|'teams delete'|\
    'team-members remove'|'saml delete') choices=(--yes --confirm --must-exist --journal --resume --retry-unknown --plan --append --query) ;;
    'spaces restore'|'cr update'|'section-groups remove'|'members sso') choices=(--journal --resume --retry-unknown --plan --append --query) ;;
    'spaces duplicate') choices=(--plan --append --query) ;;
    'spaces move'|'collections move') choices=(--plan --append --query --field --raw-field --parent --before --after) ;;
    'spaces transfer') choices=(--yes --confirm --must-exist --plan --append --query --field --raw-field --to-org --to-collection) ;;
    'spaces search'|'pages backlinks'|'cr commenters'|'collections spaces'|'openapi versions'|'orgs list'|\
    'orgs search'|'team-members list') choices=(--limit --page --page-size --sort --query) ;;
    'spaces links') choices=(--limit --page --page-size --sort --query --broken --stats --exit-code) ;;
    'spaces check') choices=(--older-than --config --report --export-root --max-warnings --fail-on --external --allow-host --changed-since
      --source-root) ;;
    'content view'|'files view') choices=(--web --url --cr --query --metadata --computed) ;;
    'content import') choices=(--plan --append --cr --query --field --raw-field --source --wait --wait-timeout) ;;
    'content apply-template') choices=(--plan --append --query --field --raw-field --ref) ;;
    'pages list') choices=(--web --cr --query --metadata --computed) ;;
    'pages view') choices=(--web --url --cr --query --format --evaluated --metadata --computed) ;;
    'pages links') choices=(--limit --page --page-size --sort --cr --query --broken --stats) ;;
    'files list') choices=(--limit --page --page-size --sort --web --cr --query --metadata --computed) ;;
    'files backlinks') choices=(--limit --page --page-size --sort --cr --query) ;;
    'files download') choices=(--cr --query --output-file --force) ;;
    'cr list') choices=(--limit --page --page-size --sort --web --query --status --contributor --author --search --all-spaces) ;;
    'cr view') choices=(--web --url --query --comments) ;;
    'cr diff') choices=(--stat --name-only --all) ;;
    'cr create') choices=(--plan --append --query --field --raw-field --subject --agent-task) ;;
    'cr edit') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --subject --status) ;;
    'cr close'|'cr reopen'|'section-groups add') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field) ;;
    'cr merge') choices=(--yes --journal --resume --retry-unknown --plan --append --query --if-ready --update) ;;
    'cr comment') choices=(--plan --append --query --field --raw-field --body --body-file) ;;
    'cr pdf') choices=(--query --page --only --output-file --force) ;;
    'cr check'|'sites check') choices=(--older-than --config --report --export-root --max-warnings --fail-on) ;;
    'comments list') choices=(--limit --page --page-size --sort --web --cr --query --status --order --format --page-id --author) ;;
    'comments view'|'replies view') choices=(--web --url --cr --query --format) ;;
    'comments create') choices=(--plan --append --cr --query --field --raw-field --body --body-file --node --page-id --table-record
      --table-definition) ;;
    'comments edit') choices=(--journal --resume --retry-unknown --plan --append --cr --query --field --raw-field --body --body-file) ;;
    'comments delete'|'replies delete') choices=(--yes --confirm --must-exist --journal --resume --retry-unknown --plan --append --cr --query) ;;
    'comments resolve'|'comments reopen') choices=(--journal --resume --retry-unknown --plan --append --cr --query --field --raw-field) ;;
    'comments react') choices=(--journal --resume --retry-unknown --plan --append --cr --query --field --raw-field --add --remove) ;;
    'replies list') choices=(--limit --page --page-size --sort --cr --query --format) ;;
    'replies create') choices=(--plan --append --cr --query --field --raw-field --body --body-file) ;;
    'replies edit') choices=(--journal --resume --retry-unknown --plan --append --cr --query --field --raw-field --body --body-file
      --add-reaction --remove-reaction --resolved) ;;
    'collections list') choices=(--limit --page --page-size --sort --web --query --nested) ;;
    'collections view'|'translations view'|'openapi view'|'sites view'|'adaptive-schema view'|'orgs view'|\
    'members view'|'teams view'|'saml view') choices=(--web --url --query) ;;
    'collections create') choices=(--plan --append --query --field --raw-field --title --parent) ;;
    'collections edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title --description
      --default-level) ;;
    'collections transfer') choices=(--yes --confirm --must-exist --plan --append --query --field --raw-field --to-org) ;;
    'translations list'|'openapi list'|'section-groups list'|'share-links list'|'saml list') choices=(--limit --page --page-size --sort --web --query) ;;
    'translations create') choices=(--plan --append --query --field --raw-field --source-space --source-language --language --instructions
      --instructions-file --wait --wait-timeout) ;;
    'translations edit') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --instructions
      --instructions-file) ;;
    'openapi create') choices=(--plan --append --query --field --raw-field --source-url) ;;
    'openapi publish') choices=(--plan --append --query --field --raw-field --source-url --wait --wait-timeout) ;;
    'openapi edit') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --visibility) ;;
    'openapi version'|'openapi content'|'adaptive-schema conditions'|'orgs for-domain'|'orgs ping'|'saml logins') choices=(--query) ;;
    'sites list') choices=(--limit --page --page-size --sort --web --query --containing-space --title --published) ;;
    'sites create') choices=(--plan --append --query --field --raw-field --title --type --visibility --spaces --new-space) ;;
    'sites edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title --visibility
      --basename --agents-context --default-site-space --default-site-section --proxy --adaptive-content) ;;
    'sites publish') choices=(--yes --journal --resume --retry-unknown --plan --append --query) ;;
    'sites published') choices=(--query --share-key) ;;
    'sites export') choices=(--file --all) ;;
    'sites plan') choices=(--prune --adopt --plan --exit-code) ;;
    'sites apply') choices=(--yes --prune --adopt --confirm --receipt --html) ;;
    'sections list') choices=(--limit --page --page-size --sort --web --query --share-key) ;;
    'sections create') choices=(--yes --plan --append --query --field --raw-field --content --title --icon) ;;
    'sections edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title --path
      --default-site-space --condition --icon --description) ;;
    'sections move'|'section-groups move'|'site-spaces move') choices=(--plan --append --query --field --raw-field --before --after) ;;
    'section-groups create') choices=(--plan --append --query --field --raw-field --title --icon --sections) ;;
    'section-groups edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title --icon) ;;
    'site-spaces list') choices=(--limit --page --page-size --sort --web --query --share-key --default) ;;
    'site-spaces add') choices=(--plan --append --query --field --raw-field --content --section) ;;
    'site-spaces edit') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --path --condition --content) ;;
    'share-links create') choices=(--plan --append --query --field --raw-field --name) ;;
    'share-links edit') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --name --active) ;;
    'adaptive-schema set') choices=(--plan --append --query --field --raw-field --file) ;;
    'orgs overview') choices=(--html) ;;
    'orgs edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title --email-domains
      --hostname --default-role --logo --sso --ai --invite-links --default-site) ;;
    'orgs delete-invite') choices=(--yes --confirm --must-exist --plan --append --query) ;;
    'members list') choices=(--limit --page --page-size --web --query --role --search --sort --order) ;;
    'members edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --role) ;;
    'members spaces') choices=(--limit --page --page-size --sort --query --order) ;;
    'members teams') choices=(--limit --page --page-size --sort --query --title) ;;
    'members offboard') choices=(--yes --journal --resume --retry-unknown --heir --demote --archive-drafts --receipt --html --max-removals
      --allow-team --plan --confirm) ;;
    'reviews create') choices=(--include) ;;
    'reviews view') choices=(--web --url --open) ;;
    'reviews apply') choices=(--yes --max-removals --allow-team --touch-me --plan --confirm --receipt --html) ;;
    'teams list') choices=(--limit --page --page-size --sort --web --query --owner --title) ;;
    'teams create') choices=(--plan --append --query --field --raw-field --title --members) ;;
    'teams edit') choices=(--yes --journal --resume --retry-unknown --plan --append --query --field --raw-field --title) ;;
    'teams sync') choices=(--yes --prune --adopt --max-removals --allow-team --touch-me --skip-unknown --plan --confirm --receipt --html) ;;
    'team-members edit') choices=(--plan --append --query --field --raw-field --add --remove --role) ;;
    'team-members set') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --role) ;;
    'saml create') choices=(--plan --append --query --field --raw-field --label --entity-id --certificate --certificate-file --sso-url
      --default-team --default-role) ;;
    'saml edit') choices=(--journal --resume --retry-unknown --plan --append --query --field --raw-field --label --entity-id
      --certificate --certificate-file --sso-url --default-team --default-role) ;;
    'checks run') choices=(--tag --severity --older-than --config --external --allow-host --snapshots --changed-since --baseline --report
      --export-root --source-root --fail-on --max-warnings --timing --plan --include-removals) ;;
    'checks list') choices=(--tag --severity) ;;
    'checks view'|'history view'|'snapshots view') choices=(--web --url) ;;
    'checks baseline') choices=(--tag --severity --older-than --config --external --allow-host --prune --reason --until) ;;
    'auth login') choices=(--keyring) ;;
    'auth status'|'doctor') choices=(--offline) ;;
    'auth logout') choices=(--purge) ;;
    'auth move') choices=(--to) ;;
    'profiles delete'|'sandbox reset') choices=(--yes --confirm --must-exist) ;;
    'api') choices=(--plan --append --method --field --raw-field --header --include --input --paginate --silent --cache) ;;
    'ci show') choices=(--for) ;;
    'plans view') choices=(--web --url --all --offline --html --exit-code) ;;
    'plans apply') choices=(--yes --retry-unknown --receipt --html --on --max-removals --allow-team --touch-me --confirm) ;;
    'plans undo'|'undo') choices=(--yes --partial --confirm --receipt --html) ;;
    'history clear') choices=(--yes) ;;
    'snapshots create') choices=(--include --exclude --spaces --files-up-to --full --accept-shrink --replace --max-rate --all-orgs) ;;
    'snapshots forget') choices=(--yes --keep-last --keep-daily --keep-weekly --keep-monthly) ;;
    'snapshots verify') choices=(--live --sample --seed --max-rate) ;;
    'snapshots log') choices=(--kind --of --since --limit) ;;
    'snapshots query') choices=(--limit) ;;
    'snapshots tables') choices=(--format --generation) ;;
    'snapshots export') choices=(--accept-shrink --public) ;;
    'snapshots restore') choices=(--yes --settings --only --prune --max-removals --allow-team --touch-me --plan --confirm --receipt --html) ;;
    'snapshots diff') choices=(--live --text --only --exit-code --any-organization) ;;
    'mcp') choices=(--tools --toolsets --compare --allow-plans --plans-in --read-only) ;;
    'sandbox start') choices=(--port --host --show-token --save-profile) ;;
    'sandbox load') choices=(--yes --confirm --must-exist --as) ;;
    'sandbox import') choices=(--space --cr) ;;
    'sandbox token') choices=(--as) ;;
  esac
  choices+=(--output --json --fields --jq --ids --csv-raw --raw --no-pager --quiet --org --space --site --profile --sandbox
    --snapshot --project --base-url --token-stdin --token-file --ca-file --debug --debug-body --timeout --deadline
    --retries --max-wait --max-body --concurrency --retry-unsafe --dry-run --no-input --fail-fast --help --version)
}

# Negations and short forms: offered when nothing else fits.
__docs_quiet_flags() {
  case $cmd in
    'spaces list'|'spaces search'|'spaces links'|'pages links'|'pages backlinks'|'files backlinks'|'cr list'|\
    'cr commenters'|'comments list'|'replies list'|'collections spaces'|'translations list'|'openapi list'|\
    'openapi versions'|'sections list'|'section-groups list'|'share-links list'|'orgs list'|'orgs search'|\
    'members list'|'members spaces'|'members teams'|'teams list'|'team-members list'|'saml list'|'snapshots log'|\
    'snapshots query') choices=(-L) ;;
    'spaces edit'|'spaces delete'|'spaces transfer'|'cr merge'|'comments delete'|'replies delete'|\
    'collections edit'|'collections delete'|'collections transfer'|'translations delete'|'openapi delete'|\
    'sites delete'|'sites publish'|'sites apply'|'sections delete'|'section-groups edit'|'section-groups delete'|\
    'site-spaces delete'|'share-links delete'|'orgs delete-invite'|'members remove'|'members offboard'|\
    'reviews apply'|'teams edit'|'teams delete'|'teams sync'|'team-members remove'|'saml delete'|'profiles delete'|\
    'plans apply'|'plans undo'|'history clear'|'undo'|'snapshots forget'|'snapshots restore'|'sandbox reset'|\
    'sandbox load') choices=(-y) ;;
    'content view'|'pages list'|'files view') choices=(--no-metadata --no-computed) ;;
    'pages view') choices=(--no-evaluated --no-metadata --no-computed) ;;
    'files list') choices=(-L --no-metadata --no-computed) ;;
    'files download'|'sites export') choices=(-O) ;;
    'cr pdf') choices=(--no-only -O) ;;
    'replies edit') choices=(--no-resolved) ;;
    'collections list') choices=(-L --no-nested) ;;
    'sites list') choices=(-L --no-published) ;;
    'sites create') choices=(--no-new-space) ;;
    'sites edit') choices=(-y --no-proxy --no-adaptive-content) ;;
    'sections create') choices=(-y --no-title --no-icon) ;;
    'sections edit') choices=(-y --no-condition --no-icon --no-description) ;;
    'site-spaces list') choices=(-L --no-default) ;;
    'site-spaces edit') choices=(--no-condition) ;;
    'share-links edit') choices=(--no-active) ;;
    'orgs edit') choices=(-y --no-default-role --no-sso --no-ai --no-invite-links) ;;
    'members edit') choices=(-y --no-role) ;;
    'saml create'|'saml edit') choices=(--no-default-role) ;;
    'api') choices=(-X -F -f -H -i) ;;
  esac
  choices+=(-o -q -h)
}

# Words before the cursor as people see them: bash splits at = and : as well.
__docs_words() {
  local line=${COMP_LINE:0:COMP_POINT} part gap i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    part=${COMP_WORDS[i]}
    gap=${line%%[![:space:]]*}
    line=${line#"$gap"}
    [[ $line == "$part"* ]] || part=$line
    line=${line#"$part"}
    if ((i == 0)) || [[ -n $gap ]]; then
      words[${#words[@]}]=$part
    else
      words[${#words[@]} - 1]+=$part
    fi
  done
}

# Adds the choices that start with the text; answers false when there is none.
__docs_offer() {
  local text=$1 choice found=1
  for choice in "${choices[@]}"; do
    [[ $choice == "$text"* ]] || continue
    choice=$lead$choice
    COMPREPLY[${#COMPREPLY[@]}]=${choice#"$head"}
    found=0
  done
  return $found
}

# Adds programs docs-<name> of PATH; its relative folders are not searched.
__docs_extensions() {
  local folder file name folders
  IFS=: read -r -a folders <<< "$PATH"
  for folder in "${folders[@]}"; do
    [[ $folder == /* ]] || continue
    for file in "$folder"/docs-*; do
      name=${file##*/docs-}
      [[ $name =~ ^[a-z0-9][a-z0-9-]*$ && -f $file && -x $file ]] && choices[${#choices[@]}]=$name
    done
  done
}

# kinds, text, the target before, words
__docs_ask() {
  command docs __complete "$1" "--prefix=$2" "--before=$3" -- "${@:4}" 2>/dev/null
}

# Sets id to what puts it on the line, in the quotes that are open there.
__docs_quoted() {
  case $quote in
    '') [[ $id != *[!A-Za-z0-9_.,:@/{}+~-]* ]] || printf -v id %q "$id" ;;
    \') id=${id//\'/\'\\\'\'} ;;
  esac
}

__docs_ids() {
  local kind=$1 text=$2 line id about tab=$'\t' lines=() other=''
  choices=()
  while IFS= read -r line; do
    lines[${#lines[@]}]=$line
  done < <(__docs_ask "$kind" "$text" "$before" "${words[@]:1}")
  for line in "${lines[@]}"; do
    id=${line%%"$tab"*}
    about=${line#*"$tab"}
    [[ $id == "$text"* ]] || other=1
    # A second TAB only shows the choices: without backslashes.
    ((${#lines[@]} > 1 && COMP_TYPE == 63)) || __docs_quoted
    # What it is, where the choices are only shown: one alone is put on the line, and so is each in a menu.
    ((${#lines[@]} > 1 && COMP_TYPE != 37 && COMP_TYPE != 42)) && [[ -n $about ]] && id="$id  $about"
    id=$lead$id
    COMPREPLY[${#COMPREPLY[@]}]=${id#"$head"}
  done
  # A path that continues.
  if [[ ${#lines[@]} == 1 && $id == */ ]] && type compopt &>/dev/null; then
    compopt -o nospace
  fi
  # They begin otherwise: bash would put what they have in common in place of what was typed.
  if [[ -n $other ]] && ((${#lines[@]} > 1)); then
    COMPREPLY[${#COMPREPLY[@]}]=' '
  fi
}

__docs_files() {
  local text=$1 line
  if type compopt &>/dev/null; then
    compopt -o default
    return
  fi
  while IFS= read -r line; do
    COMPREPLY[${#COMPREPLY[@]}]=$line
  done < <(compgen -f -- "$text")
}

__docs_fill() {
  local text=$1 quote='' choices=()
  if [[ $text == [\"\']* ]]; then
    quote=${text:0:1} lead=$lead${text:0:1} text=${text:1}
  fi
  if [[ $slot == ,* ]]; then
    slot=${slot#,}
    if [[ $text == *,* ]]; then
      lead=$lead${text%,*},
      text=${text##*,}
    fi
  fi
  [[ -n $quote ]] || text=${text//\\/}
  case $slot in
    '='*)
      IFS=' ' read -r -a choices <<<"${slot#=}"
      __docs_offer "$text" ;;
    '@'*) __docs_ids "${slot#@}" "$text" ;;
    /@*)
      [[ $text == ?*@* ]] && __docs_ids "${slot#/@}" "$text"
      ((${#COMPREPLY[@]})) || __docs_files "$text" ;;
    /) __docs_files "$text" ;;
  esac
}

# Sets where the words before the cursor lead.
__docs_read() {
  local word i=0
  noun='' cmd='' flag='' ended='' before='' helped='' n=0
  for word in "${words[@]:1}"; do
    i=$((i + 1))
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=1
    elif [[ -z $ended && $word == -?* ]]; then
      [[ $word == *=* ]] || __docs_value "$word"
      [[ $word == *=* || -z $slot ]] || flag=$word
    elif [[ -z $noun ]]; then
      at=$i
      __docs_noun "$word"
    elif [[ $noun == help ]]; then
      n=$((n + 1))
      helped=$word
    elif [[ -z $cmd ]]; then
      __docs_verb "$word"
    else
      n=$((n + 1))
      before=$word
    fi
  done
}

# Puts in what an alias stands for; answers false when it is none.
__docs_expand() {
  local line lines=()
  while IFS= read -r line; do
    lines[${#lines[@]}]=$line
  done < <(__docs_ask expansion '' "${words[at]}" "${words[@]:at+1}")
  ((${#lines[@]})) || return 1
  words=("${words[@]:0:at}" "${lines[@]}")
}

__docs() {
  local noun cmd slot='' flag ended before helped lead='' head='' n at cur raw words choices i
  words=() choices=() COMPREPLY=()
  __docs_words
  i=$((${#words[@]} - 1))
  cur=${words[i]}
  # What stands before the part that bash replaces.
  [[ $cur == *"$2" ]] && head=${cur%"$2"}
  raw=$cur
  cur=${cur#[\"\']}
  unset "words[i]"
  words=("${words[@]//[\"\'\\]/}")
  __docs_read
  [[ $noun == '?' ]] && __docs_expand && __docs_read
  if [[ -n $flag ]]; then
    __docs_value "$flag"
    __docs_fill "$raw"
  elif [[ -z $ended && $cur == --*=* ]]; then
    __docs_value "${cur%%=*}"
    lead=${cur%%=*}=
    __docs_fill "${cur#*=}"
  elif [[ -z $ended && $cur == -* ]]; then
    __docs_flags
    __docs_offer "$cur" && [[ $cur != --no-* ]] && return
    choices=()
    __docs_quiet_flags
    __docs_offer "$cur"
  elif [[ -z $noun ]]; then
    __docs_nouns
    __docs_extensions
    __docs_offer "$cur" && return
    __docs_noun_aliases
    __docs_offer "$cur"
  elif [[ $noun == help ]]; then
    if ((n == 0)); then
      __docs_topics
    elif ((n == 1)); then
      __docs_noun "$helped"
      __docs_verbs "$noun"
    fi
    __docs_offer "$cur"
  elif [[ -z $cmd ]]; then
    __docs_verbs "$noun"
    __docs_offer "$cur" && return
    choices=()
    __docs_verb_aliases "$noun"
    __docs_offer "$cur"
  else
    __docs_target
    __docs_fill "$raw"
  fi
}

complete -o nosort -F __docs docs 2>/dev/null || complete -F __docs docs
