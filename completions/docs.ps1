# PowerShell completion for docs. Written from the definitions of the commands by scripts/completions.mjs: do not edit.
# Nouns, verbs, flags and values are in here; titles and ids come from "docs __complete", which reads what was listed before.
# Nothing that the service answered is ever evaluated.

$global:__docs = @{
  direct = @('status', 'inbox', 'api', 'completion', 'undo', 'tour', 'init', 'doctor', 'mcp')
  nouns = @('status', 'Open work: change requests, comments, failures, unpublished sites', 'inbox', 'What waits for you, across spaces', 'spaces', 'Spaces: containers of pages and files', 'content', 'Content of a space or change request: view, import, templates', 'pages', 'Pages and their links, read-only: edit pages in the app', 'files', 'Files: images and attachments', 'cr', 'Change requests: proposed edits to a space', 'comments', 'Comments on spaces and change requests', 'replies', 'Replies to comments', 'collections', 'Collections: groups of spaces', 'translations', 'Translations of spaces', 'openapi', 'OpenAPI specifications and their versions', 'sites', 'Sites: published documentation', 'sections', 'Sections of a site', 'section-groups', 'Groups of sections', 'site-spaces', 'Spaces linked to a site', 'share-links', 'Secret links to a site', 'adaptive-schema', 'Visitor attributes for adaptive content', 'orgs', 'Organizations', 'members', 'Members of an organization', 'reviews', 'Access reviews: a table of who has access to what, with decisions', 'teams', 'Teams', 'team-members', 'Members of a team', 'saml', 'SAML providers and single sign-on', 'checks', 'Checks: rules that find problems in an organization', 'auth', 'Log in, log out, show the token in use', 'profiles', 'Stored profiles', 'config', 'Defaults of the current profile', 'alias', 'Shortcuts for commands', 'api', 'Call any endpoint directly', 'ci', 'CI kits: link checks, a merge gate, snapshots, sites', 'completion', 'Completion for bash, zsh, fish and PowerShell', 'plans', 'Plans: changes to review first, apply once, and undo', 'history', 'Changes made from this machine', 'undo', 'Undo the last change made from this machine', 'snapshots', 'Snapshots: an organization in one file', 'extensions', 'Programs in PATH that run as commands', 'tour', 'Try docs for two minutes in a sandbox of its own', 'init', 'Write the defaults of a project: organization, space and site', 'doctor', 'Check this installation, for yourself or for a bug report', 'mcp', 'Serve tools for language models: Model Context Protocol', 'sandbox', 'The embedded service: start, status, reset, import', 'help', 'Help on nouns, verbs and topics')
  nounAliases = @('space', 'Spaces: containers of pages and files', 'page', 'Pages and their links, read-only: edit pages in the app', 'file', 'Files: images and attachments', 'change-request', 'Change requests: proposed edits to a space', 'change-requests', 'Change requests: proposed edits to a space', 'comment', 'Comments on spaces and change requests', 'reply', 'Replies to comments', 'collection', 'Collections: groups of spaces', 'translation', 'Translations of spaces', 'openapi-spec', 'OpenAPI specifications and their versions', 'openapi-specs', 'OpenAPI specifications and their versions', 'site', 'Sites: published documentation', 'section', 'Sections of a site', 'section-group', 'Groups of sections', 'site-space', 'Spaces linked to a site', 'share-link', 'Secret links to a site', 'org', 'Organizations', 'organization', 'Organizations', 'organizations', 'Organizations', 'member', 'Members of an organization', 'review', 'Access reviews: a table of who has access to what, with decisions', 'team', 'Teams', 'team-member', 'Members of a team', 'check', 'Checks: rules that find problems in an organization', 'profile', 'Stored profiles', 'aliases', 'Shortcuts for commands', 'plan', 'Plans: changes to review first, apply once, and undo', 'snapshot', 'Snapshots: an organization in one file', 'extension', 'Programs in PATH that run as commands')
  topics = @('status', 'Open work: change requests, comments, failures, unpublished sites', 'inbox', 'What waits for you, across spaces', 'spaces', 'Spaces: containers of pages and files', 'content', 'Content of a space or change request: view, import, templates', 'pages', 'Pages and their links, read-only: edit pages in the app', 'files', 'Files: images and attachments', 'cr', 'Change requests: proposed edits to a space', 'comments', 'Comments on spaces and change requests', 'replies', 'Replies to comments', 'collections', 'Collections: groups of spaces', 'translations', 'Translations of spaces', 'openapi', 'OpenAPI specifications and their versions', 'sites', 'Sites: published documentation', 'sections', 'Sections of a site', 'section-groups', 'Groups of sections', 'site-spaces', 'Spaces linked to a site', 'share-links', 'Secret links to a site', 'adaptive-schema', 'Visitor attributes for adaptive content', 'orgs', 'Organizations', 'members', 'Members of an organization', 'reviews', 'Access reviews: a table of who has access to what, with decisions', 'teams', 'Teams', 'team-members', 'Members of a team', 'saml', 'SAML providers and single sign-on', 'checks', 'Checks: rules that find problems in an organization', 'auth', 'Log in, log out, show the token in use', 'profiles', 'Stored profiles', 'config', 'Defaults of the current profile', 'alias', 'Shortcuts for commands', 'api', 'Call any endpoint directly', 'ci', 'CI kits: link checks, a merge gate, snapshots, sites', 'completion', 'Completion for bash, zsh, fish and PowerShell', 'plans', 'Plans: changes to review first, apply once, and undo', 'history', 'Changes made from this machine', 'undo', 'Undo the last change made from this machine', 'snapshots', 'Snapshots: an organization in one file', 'extensions', 'Programs in PATH that run as commands', 'tour', 'Try docs for two minutes in a sandbox of its own', 'init', 'Write the defaults of a project: organization, space and site', 'doctor', 'Check this installation, for yourself or for a bug report', 'mcp', 'Serve tools for language models: Model Context Protocol', 'sandbox', 'The embedded service: start, status, reset, import', 'environment', 'help topic', 'exit-codes', 'help topic', 'formatting', 'help topic', 'scripting', 'help topic', 'bulk', 'help topic', 'checks-file', 'help topic', 'mcp-hosts', 'help topic', 'plan-format', 'help topic', 'flags', 'help topic', 'endpoints', 'help topic')
  noun = @{
      'status' = 'status'
      'inbox' = 'inbox'
      'spaces' = 'spaces'
      'space' = 'spaces'
      'content' = 'content'
      'pages' = 'pages'
      'page' = 'pages'
      'files' = 'files'
      'file' = 'files'
      'cr' = 'cr'
      'change-request' = 'cr'
      'change-requests' = 'cr'
      'comments' = 'comments'
      'comment' = 'comments'
      'replies' = 'replies'
      'reply' = 'replies'
      'collections' = 'collections'
      'collection' = 'collections'
      'translations' = 'translations'
      'translation' = 'translations'
      'openapi' = 'openapi'
      'openapi-spec' = 'openapi'
      'openapi-specs' = 'openapi'
      'sites' = 'sites'
      'site' = 'sites'
      'sections' = 'sections'
      'section' = 'sections'
      'section-groups' = 'section-groups'
      'section-group' = 'section-groups'
      'site-spaces' = 'site-spaces'
      'site-space' = 'site-spaces'
      'share-links' = 'share-links'
      'share-link' = 'share-links'
      'adaptive-schema' = 'adaptive-schema'
      'orgs' = 'orgs'
      'org' = 'orgs'
      'organization' = 'orgs'
      'organizations' = 'orgs'
      'members' = 'members'
      'member' = 'members'
      'reviews' = 'reviews'
      'review' = 'reviews'
      'teams' = 'teams'
      'team' = 'teams'
      'team-members' = 'team-members'
      'team-member' = 'team-members'
      'saml' = 'saml'
      'checks' = 'checks'
      'check' = 'checks'
      'auth' = 'auth'
      'profiles' = 'profiles'
      'profile' = 'profiles'
      'config' = 'config'
      'alias' = 'alias'
      'aliases' = 'alias'
      'api' = 'api'
      'ci' = 'ci'
      'completion' = 'completion'
      'plans' = 'plans'
      'plan' = 'plans'
      'history' = 'history'
      'undo' = 'undo'
      'snapshots' = 'snapshots'
      'snapshot' = 'snapshots'
      'extensions' = 'extensions'
      'extension' = 'extensions'
      'tour' = 'tour'
      'init' = 'init'
      'doctor' = 'doctor'
      'mcp' = 'mcp'
      'sandbox' = 'sandbox'
  }
  verb = @{
      'spaces list' = 'spaces list'
      'spaces ls' = 'spaces list'
      'spaces view' = 'spaces view'
      'spaces get' = 'spaces view'
      'spaces edit' = 'spaces edit'
      'spaces delete' = 'spaces delete'
      'spaces rm' = 'spaces delete'
      'spaces restore' = 'spaces restore'
      'spaces duplicate' = 'spaces duplicate'
      'spaces move' = 'spaces move'
      'spaces transfer' = 'spaces transfer'
      'spaces search' = 'spaces search'
      'spaces links' = 'spaces links'
      'spaces check' = 'spaces check'
      'content view' = 'content view'
      'content get' = 'content view'
      'content import' = 'content import'
      'content apply-template' = 'content apply-template'
      'pages list' = 'pages list'
      'pages ls' = 'pages list'
      'pages view' = 'pages view'
      'pages get' = 'pages view'
      'pages links' = 'pages links'
      'pages backlinks' = 'pages backlinks'
      'files list' = 'files list'
      'files ls' = 'files list'
      'files view' = 'files view'
      'files get' = 'files view'
      'files backlinks' = 'files backlinks'
      'files download' = 'files download'
      'cr list' = 'cr list'
      'cr ls' = 'cr list'
      'cr view' = 'cr view'
      'cr get' = 'cr view'
      'cr diff' = 'cr diff'
      'cr create' = 'cr create'
      'cr edit' = 'cr edit'
      'cr close' = 'cr close'
      'cr reopen' = 'cr reopen'
      'cr merge' = 'cr merge'
      'cr update' = 'cr update'
      'cr comment' = 'cr comment'
      'cr commenters' = 'cr commenters'
      'cr pdf' = 'cr pdf'
      'cr review' = 'cr review'
      'cr check' = 'cr check'
      'comments list' = 'comments list'
      'comments ls' = 'comments list'
      'comments view' = 'comments view'
      'comments get' = 'comments view'
      'comments create' = 'comments create'
      'comments edit' = 'comments edit'
      'comments delete' = 'comments delete'
      'comments rm' = 'comments delete'
      'comments resolve' = 'comments resolve'
      'comments reopen' = 'comments reopen'
      'comments react' = 'comments react'
      'replies list' = 'replies list'
      'replies ls' = 'replies list'
      'replies view' = 'replies view'
      'replies get' = 'replies view'
      'replies create' = 'replies create'
      'replies edit' = 'replies edit'
      'replies delete' = 'replies delete'
      'replies rm' = 'replies delete'
      'collections list' = 'collections list'
      'collections ls' = 'collections list'
      'collections view' = 'collections view'
      'collections get' = 'collections view'
      'collections create' = 'collections create'
      'collections edit' = 'collections edit'
      'collections delete' = 'collections delete'
      'collections rm' = 'collections delete'
      'collections spaces' = 'collections spaces'
      'collections move' = 'collections move'
      'collections transfer' = 'collections transfer'
      'translations list' = 'translations list'
      'translations ls' = 'translations list'
      'translations view' = 'translations view'
      'translations get' = 'translations view'
      'translations create' = 'translations create'
      'translations edit' = 'translations edit'
      'translations delete' = 'translations delete'
      'translations rm' = 'translations delete'
      'openapi list' = 'openapi list'
      'openapi ls' = 'openapi list'
      'openapi view' = 'openapi view'
      'openapi get' = 'openapi view'
      'openapi create' = 'openapi create'
      'openapi publish' = 'openapi publish'
      'openapi edit' = 'openapi edit'
      'openapi delete' = 'openapi delete'
      'openapi rm' = 'openapi delete'
      'openapi versions' = 'openapi versions'
      'openapi version' = 'openapi version'
      'openapi content' = 'openapi content'
      'sites list' = 'sites list'
      'sites ls' = 'sites list'
      'sites view' = 'sites view'
      'sites get' = 'sites view'
      'sites create' = 'sites create'
      'sites edit' = 'sites edit'
      'sites delete' = 'sites delete'
      'sites rm' = 'sites delete'
      'sites publish' = 'sites publish'
      'sites published' = 'sites published'
      'sites export' = 'sites export'
      'sites plan' = 'sites plan'
      'sites apply' = 'sites apply'
      'sites check' = 'sites check'
      'sections list' = 'sections list'
      'sections ls' = 'sections list'
      'sections create' = 'sections create'
      'sections edit' = 'sections edit'
      'sections delete' = 'sections delete'
      'sections rm' = 'sections delete'
      'sections move' = 'sections move'
      'section-groups list' = 'section-groups list'
      'section-groups ls' = 'section-groups list'
      'section-groups create' = 'section-groups create'
      'section-groups edit' = 'section-groups edit'
      'section-groups delete' = 'section-groups delete'
      'section-groups rm' = 'section-groups delete'
      'section-groups add' = 'section-groups add'
      'section-groups remove' = 'section-groups remove'
      'section-groups move' = 'section-groups move'
      'site-spaces list' = 'site-spaces list'
      'site-spaces ls' = 'site-spaces list'
      'site-spaces add' = 'site-spaces add'
      'site-spaces edit' = 'site-spaces edit'
      'site-spaces delete' = 'site-spaces delete'
      'site-spaces rm' = 'site-spaces delete'
      'site-spaces move' = 'site-spaces move'
      'share-links list' = 'share-links list'
      'share-links ls' = 'share-links list'
      'share-links create' = 'share-links create'
      'share-links edit' = 'share-links edit'
      'share-links delete' = 'share-links delete'
      'share-links rm' = 'share-links delete'
      'adaptive-schema view' = 'adaptive-schema view'
      'adaptive-schema get' = 'adaptive-schema view'
      'adaptive-schema set' = 'adaptive-schema set'
      'adaptive-schema conditions' = 'adaptive-schema conditions'
      'orgs list' = 'orgs list'
      'orgs ls' = 'orgs list'
      'orgs view' = 'orgs view'
      'orgs get' = 'orgs view'
      'orgs overview' = 'orgs overview'
      'orgs edit' = 'orgs edit'
      'orgs search' = 'orgs search'
      'orgs for-domain' = 'orgs for-domain'
      'orgs ping' = 'orgs ping'
      'orgs delete-invite' = 'orgs delete-invite'
      'members list' = 'members list'
      'members ls' = 'members list'
      'members view' = 'members view'
      'members get' = 'members view'
      'members edit' = 'members edit'
      'members remove' = 'members remove'
      'members delete' = 'members remove'
      'members rm' = 'members remove'
      'members sso' = 'members sso'
      'members spaces' = 'members spaces'
      'members teams' = 'members teams'
      'members offboard' = 'members offboard'
      'reviews create' = 'reviews create'
      'reviews view' = 'reviews view'
      'reviews get' = 'reviews view'
      'reviews apply' = 'reviews apply'
      'teams list' = 'teams list'
      'teams ls' = 'teams list'
      'teams view' = 'teams view'
      'teams get' = 'teams view'
      'teams create' = 'teams create'
      'teams edit' = 'teams edit'
      'teams delete' = 'teams delete'
      'teams rm' = 'teams delete'
      'teams sync' = 'teams sync'
      'team-members list' = 'team-members list'
      'team-members ls' = 'team-members list'
      'team-members edit' = 'team-members edit'
      'team-members set' = 'team-members set'
      'team-members remove' = 'team-members remove'
      'saml list' = 'saml list'
      'saml ls' = 'saml list'
      'saml view' = 'saml view'
      'saml get' = 'saml view'
      'saml create' = 'saml create'
      'saml edit' = 'saml edit'
      'saml delete' = 'saml delete'
      'saml rm' = 'saml delete'
      'saml logins' = 'saml logins'
      'checks run' = 'checks run'
      'checks list' = 'checks list'
      'checks ls' = 'checks list'
      'checks view' = 'checks view'
      'checks get' = 'checks view'
      'checks explain' = 'checks view'
      'checks baseline' = 'checks baseline'
      'auth login' = 'auth login'
      'auth status' = 'auth status'
      'auth logout' = 'auth logout'
      'auth move' = 'auth move'
      'auth token' = 'auth token'
      'profiles list' = 'profiles list'
      'profiles ls' = 'profiles list'
      'profiles use' = 'profiles use'
      'profiles delete' = 'profiles delete'
      'profiles rm' = 'profiles delete'
      'config list' = 'config list'
      'config ls' = 'config list'
      'config get' = 'config get'
      'config set' = 'config set'
      'config unset' = 'config unset'
      'alias list' = 'alias list'
      'alias ls' = 'alias list'
      'alias set' = 'alias set'
      'alias delete' = 'alias delete'
      'alias rm' = 'alias delete'
      'ci list' = 'ci list'
      'ci ls' = 'ci list'
      'ci show' = 'ci show'
      'plans view' = 'plans view'
      'plans get' = 'plans view'
      'plans apply' = 'plans apply'
      'plans undo' = 'plans undo'
      'plans verify' = 'plans verify'
      'history list' = 'history list'
      'history ls' = 'history list'
      'history view' = 'history view'
      'history get' = 'history view'
      'history clear' = 'history clear'
      'snapshots create' = 'snapshots create'
      'snapshots list' = 'snapshots list'
      'snapshots ls' = 'snapshots list'
      'snapshots view' = 'snapshots view'
      'snapshots get' = 'snapshots view'
      'snapshots forget' = 'snapshots forget'
      'snapshots verify' = 'snapshots verify'
      'snapshots log' = 'snapshots log'
      'snapshots query' = 'snapshots query'
      'snapshots tables' = 'snapshots tables'
      'snapshots export' = 'snapshots export'
      'snapshots restore' = 'snapshots restore'
      'snapshots diff' = 'snapshots diff'
      'extensions list' = 'extensions list'
      'extensions ls' = 'extensions list'
      'sandbox start' = 'sandbox start'
      'sandbox status' = 'sandbox status'
      'sandbox reset' = 'sandbox reset'
      'sandbox load' = 'sandbox load'
      'sandbox import' = 'sandbox import'
      'sandbox token' = 'sandbox token'
  }
  target = @{
      'spaces duplicate 0' = '@spaceId'
      'spaces move 0' = '@spaceId'
      'spaces transfer 0' = '@spaceId'
      'spaces check 0' = '@spaceId'
      'pages links 0' = '@pageId'
      'pages backlinks 0' = '@pageId'
      'files backlinks 0' = '@fileId'
      'cr diff 0' = '@changeRequestId'
      'cr comment 0' = '@changeRequestId'
      'cr commenters 0' = '@changeRequestId'
      'cr pdf 0' = '@changeRequestId'
      'cr review 0' = '@changeRequestId'
      'cr check 0' = '@changeRequestId'
      'replies list 0' = '@commentId'
      'replies view 0' = '@commentId'
      'replies create 0' = '@commentId'
      'replies edit 0' = '@commentId'
      'replies delete 0' = '@commentId'
      'collections spaces 0' = '@collectionId'
      'collections move 0' = '@collectionId'
      'collections transfer 0' = '@collectionId'
      'openapi publish 0' = '@specSlug'
      'openapi versions 0' = '@specSlug'
      'openapi version 0' = '@specSlug'
      'openapi content 0' = '@specSlug'
      'sites published 0' = '@siteId'
      'sites export 0' = '@siteId'
      'sites check 0' = '@siteId'
      'sites plan 0' = '/'
      'sites apply 0' = '/'
      'reviews create 0' = '/'
      'reviews view 0' = '/'
      'reviews apply 0' = '/'
      'teams sync 0' = '/'
      'checks baseline 0' = '/'
      'plans view 0' = '/'
      'plans apply 0' = '/'
      'plans undo 0' = '/'
      'plans verify 0' = '/'
      'snapshots create 0' = '/'
      'snapshots tables 1' = '/'
      'snapshots export 1' = '/'
      'sandbox import 0' = '/'
      'sections move 0' = '@siteSectionId'
      'section-groups add 0' = '@siteSectionGroupId'
      'section-groups remove 0' = '@siteSectionGroupId'
      'section-groups move 0' = '@siteSectionGroupId'
      'site-spaces move 0' = '@siteSpaceId'
      'orgs overview 0' = '@organizationId'
      'members spaces 0' = '@userId'
      'members teams 0' = '@userId'
      'team-members list 0' = '@teamId'
      'team-members edit 0' = '@teamId'
      'team-members set 0' = '@teamId'
      'team-members remove 0' = '@teamId'
      'profiles use 0' = '@profile'
      'profiles delete 0' = '@profile'
      'config get 0' = '=org space site me base-url output'
      'config set 0' = '=org space site me base-url output'
      'config unset 0' = '=org space site me base-url output'
      'config set 1' = '@setting'
      'alias set 0' = '@alias'
      'alias delete 0' = '@alias'
      'api 0' = '@path'
      'completion 0' = '=bash zsh fish powershell'
      'snapshots list 0' = '/@generation'
      'snapshots view 0' = '/@generation'
      'snapshots forget 0' = '/@generation'
      'snapshots verify 0' = '/@generation'
      'snapshots log 0' = '/@generation'
      'snapshots query 0' = '/@generation'
      'snapshots tables 0' = '/@generation'
      'snapshots export 0' = '/@generation'
      'snapshots restore 0' = '/@generation'
      'snapshots diff 0' = '/@generation'
      'snapshots diff 1' = '/@generation'
      'sandbox load 0' = '/@generation'
      'spaces view *' = '@spaceId'
      'spaces edit *' = '@spaceId'
      'spaces delete *' = '@spaceId'
      'pages view *' = '@pageId'
      'files view *' = '@fileId'
      'files download *' = '@fileId'
      'cr view *' = '@changeRequestId'
      'cr edit *' = '@changeRequestId'
      'cr close *' = '@changeRequestId'
      'cr reopen *' = '@changeRequestId'
      'cr merge *' = '@changeRequestId'
      'cr update *' = '@changeRequestId'
      'comments view *' = '@commentId'
      'comments edit *' = '@commentId'
      'comments delete *' = '@commentId'
      'comments resolve *' = '@commentId'
      'comments reopen *' = '@commentId'
      'comments react *' = '@commentId'
      'replies view *' = '@commentReplyId'
      'replies edit *' = '@commentReplyId'
      'replies delete *' = '@commentReplyId'
      'collections view *' = '@collectionId'
      'collections edit *' = '@collectionId'
      'collections delete *' = '@collectionId'
      'translations view *' = '@translationId'
      'translations edit *' = '@translationId'
      'translations delete *' = '@translationId'
      'openapi view *' = '@specSlug'
      'openapi edit *' = '@specSlug'
      'openapi delete *' = '@specSlug'
      'sites view *' = '@siteId'
      'sites edit *' = '@siteId'
      'sites delete *' = '@siteId'
      'sites publish *' = '@siteId'
      'sections edit *' = '@siteSectionId'
      'sections delete *' = '@siteSectionId'
      'section-groups add *' = '@siteSectionId'
      'section-groups remove *' = '@siteSectionId'
      'section-groups edit *' = '@siteSectionGroupId'
      'section-groups delete *' = '@siteSectionGroupId'
      'site-spaces edit *' = '@siteSpaceId'
      'site-spaces delete *' = '@siteSpaceId'
      'share-links edit *' = '@shareLinkId'
      'share-links delete *' = '@shareLinkId'
      'orgs view *' = '@organizationId'
      'orgs edit *' = '@organizationId'
      'orgs ping *' = '@organizationId'
      'members view *' = '@userId'
      'members edit *' = '@userId'
      'members remove *' = '@userId'
      'members sso *' = '@userId'
      'members offboard *' = '@userId'
      'team-members set *' = '@userId'
      'team-members remove *' = '@userId'
      'teams view *' = '@teamId'
      'teams edit *' = '@teamId'
      'teams delete *' = '@teamId'
      'saml view *' = '@samlProviderId'
      'saml edit *' = '@samlProviderId'
      'saml delete *' = '@samlProviderId'
      'snapshots query *' = '/@generation'
  }
  verbs = @{
      'spaces' = @('list', 'List the spaces of an organization', 'view', 'Show spaces', 'edit', 'Change fields of spaces', 'delete', 'Delete spaces; they can be restored for 7 days', 'restore', 'Restore spaces that were deleted in the last 7 days', 'duplicate', 'Duplicate a space with its content', 'move', 'Move a space to another collection or position', 'transfer', 'Transfer a space to another organization', 'search', 'Search the pages of a space', 'links', 'List the links of a space', 'check', 'Check a space and its change requests')
      'content' = @('view', 'Show the content of a space or a change request: pages, files, variables', 'import', 'Import content from an address: adds pages to a space or a change request', 'apply-template', 'Apply a template to a space')
      'pages' = @('list', 'List the pages of a space or a change request; a tree on a terminal', 'view', 'Show pages; with --format markdown, their text alone', 'links', 'List the links of a page', 'backlinks', 'List what links to a page')
      'files' = @('list', 'List the files of a space or a change request', 'view', 'Show files', 'backlinks', 'List what uses a file', 'download', 'Download files')
      'cr' = @('list', 'List the change requests of a space, or of all spaces', 'view', 'Show change requests', 'diff', 'Show what a change request changes', 'create', 'Create a change request', 'edit', 'Change the subject or the status of change requests', 'close', 'Close change requests without merging them', 'reopen', 'Open closed change requests again', 'merge', 'Merge change requests into their space', 'update', 'Pull the main content of the space into change requests', 'comment', 'Comment on a change request', 'commenters', 'List the members who commented on a change request', 'pdf', 'Print the address of a change request''s PDF, or download it', 'review', 'Review a change request page by page', 'check', 'Check whether a change request is ready to be merged')
      'comments' = @('list', 'List the comments on a space or a change request', 'view', 'Show comments', 'create', 'Comment on a space, a change request or a page', 'edit', 'Change the text of comments', 'delete', 'Delete comments with their replies', 'resolve', 'Resolve comments', 'reopen', 'Reopen comments', 'react', 'Add or remove reactions to comments')
      'replies' = @('list', 'List the replies to a comment of a change request', 'view', 'Show replies', 'create', 'Reply to a comment', 'edit', 'Change a reply: its text, its reactions', 'delete', 'Delete replies')
      'collections' = @('list', 'List the collections of an organization', 'view', 'Show collections', 'create', 'Create a collection', 'edit', 'Change fields of collections', 'delete', 'Delete collections; their content moves up to the parent', 'spaces', 'List the spaces of a collection', 'move', 'Move a collection into another one or to another position', 'transfer', 'Transfer a collection to another organization')
      'translations' = @('list', 'List the translations of an organization', 'view', 'Show translations', 'create', 'Translate a space into another language', 'edit', 'Replace the instructions of translations', 'delete', 'Delete translations')
      'openapi' = @('list', 'List the OpenAPI specifications of an organization', 'view', 'Show OpenAPI specifications', 'create', 'Create an OpenAPI specification from an address', 'publish', 'Set the source of an OpenAPI specification and update it from its URL; create it if needed', 'edit', 'Change who can see OpenAPI specifications', 'delete', 'Delete OpenAPI specifications with their versions', 'versions', 'List the versions of an OpenAPI specification', 'version', 'Show a version of an OpenAPI specification; the latest by default', 'content', 'Show the content of a version of an OpenAPI specification; the latest by default')
      'sites' = @('list', 'List the sites of an organization', 'view', 'Show sites', 'create', 'Create a site', 'edit', 'Change fields of sites', 'delete', 'Delete sites; their spaces stay', 'publish', 'Publish sites', 'published', 'Show a published site as its visitors see it: structure and customization', 'export', 'Write a site as one YAML file: settings, sections, groups, spaces, share links', 'plan', 'Show what a site''s file would change, without changing anything', 'apply', 'Change a site to match its file, after showing the plan', 'check', 'Check a site')
      'sections' = @('list', 'List the sections of a site', 'create', 'Add a section to a site, with a space as its content', 'edit', 'Change fields of sections', 'delete', 'Delete sections; their spaces stay in the organization', 'move', 'Move a section before or after another (deprecated by the service)')
      'section-groups' = @('list', 'List the section groups of a site', 'create', 'Create a section group', 'edit', 'Change the title or icon of section groups', 'delete', 'Delete section groups; their sections stay on the site', 'add', 'Add sections to a group', 'remove', 'Remove sections from a group; they stay on the site', 'move', 'Move a section group before or after a section or group')
      'site-spaces' = @('list', 'List the spaces linked to a site', 'add', 'Link a space to a site', 'edit', 'Change the path, the condition or the space of site spaces', 'delete', 'Remove spaces from a site; the spaces themselves stay', 'move', 'Move a site space before or after another')
      'share-links' = @('list', 'List the share links of a site', 'create', 'Create a share link', 'edit', 'Rename share links, or turn them on or off', 'delete', 'Delete share links')
      'adaptive-schema' = @('view', 'Show the visitor attributes that a site uses', 'set', 'Set the visitor attributes that a site uses, as a JSON Schema', 'conditions', 'List conditions that the schema makes possible in content')
      'orgs' = @('list', 'List the organizations that you belong to', 'view', 'Show organizations', 'overview', 'Show an organization on one screen: content, people, sites, open work and problems', 'edit', 'Change fields of organizations', 'search', 'Search the pages of all spaces of an organization', 'for-domain', 'List the organizations that an e-mail domain may join', 'ping', 'Mark yourself as active in organizations', 'delete-invite', 'Delete an invite link')
      'members' = @('list', 'List the members of an organization', 'view', 'Show members', 'edit', 'Change the role of members', 'remove', 'Remove members from an organization', 'sso', 'Make members log in by single sign-on', 'spaces', 'List the spaces that a member can reach, with the level of access', 'teams', 'List the teams of a member', 'offboard', 'Offboard people: hand over what they own, remove them, check the result')
      'reviews' = @('create', 'Write a table of who has which access, for review', 'view', 'Show the progress of a review, and its decisions', 'apply', 'Carry out the decisions of a review')
      'teams' = @('list', 'List the teams of an organization', 'view', 'Show teams', 'create', 'Create a team', 'edit', 'Change the title of teams', 'delete', 'Delete teams; their members stay in the organization', 'sync', 'Change teams to match a file of teams, users and roles')
      'team-members' = @('list', 'List the members of a team', 'edit', 'Add members to a team, remove them, set their team roles, in one request', 'set', 'Add users to a team, or set their team role', 'remove', 'Remove users from a team; they stay in the organization')
      'saml' = @('list', 'List the SAML providers of an organization', 'view', 'Show SAML providers', 'create', 'Create a SAML provider', 'edit', 'Change fields of SAML providers', 'delete', 'Delete SAML providers', 'logins', 'List the single sign-on logins of an organization')
      'checks' = @('run', 'Find problems in an organization', 'list', 'List the rules', 'view', 'Show a rule: what it checks, why it matters, what it reads', 'baseline', 'Accept today''s findings, so that only new ones fail')
      'auth' = @('login', 'Check a token with the service and store it in a profile', 'status', 'Show which service and token are in use, and whether they work', 'logout', 'Delete the stored token of a profile', 'move', 'Move the stored token between the configuration file and the system''s keyring', 'token', 'Print the token in use, for other programs')
      'profiles' = @('list', 'List the stored profiles', 'use', 'Switch profiles', 'delete', 'Delete a stored profile with its token')
      'config' = @('list', 'List the settings of the current profile', 'get', 'Print one setting', 'set', 'Store a setting in the current profile', 'unset', 'Remove a setting from the current profile')
      'alias' = @('list', 'List the aliases', 'set', 'Store an alias: a short name for a command', 'delete', 'Delete an alias')
      'ci' = @('list', 'List the kits: files that run docs in a CI service', 'show', 'Print a kit for a CI service, ready to commit')
      'plans' = @('view', 'Show what a plan changes, step by step, and what cannot be undone', 'apply', 'Apply a plan: each step as shown, at most once', 'undo', 'Undo a plan, in reverse order', 'verify', 'Verify a receipt: check whether its changes still hold')
      'history' = @('list', 'List the changes made from this machine, newest first', 'view', 'Show what a run changed, step by step, with before and after', 'clear', 'Clear the history: its changes can no longer be undone from this machine')
      'snapshots' = @('create', 'Read an organization into one file', 'list', 'List the generations in a snapshot file', 'view', 'Show what a snapshot contains, and what it lacks', 'forget', 'Remove earlier generations from a snapshot file', 'verify', 'Check whether a snapshot is intact', 'log', 'Show what happened between the generations in a file', 'query', 'Query a snapshot with SQL', 'tables', 'Write a snapshot as tables for a database', 'export', 'Write a snapshot as Markdown and JSON into a folder', 'restore', 'Restore settings and structure from a snapshot, as a plan', 'diff', 'Show what changed between two snapshots, or since one')
      'extensions' = @('list', 'List programs named docs-<name> in PATH')
      'sandbox' = @('start', 'Serve the embedded service over HTTP on this machine', 'status', 'Show the sandbox''s state file and content', 'reset', 'Discard the sandbox''s state and restore the sample organization', 'load', 'Load a copy of a snapshot into the sandbox, to rehearse on', 'import', 'Turn a folder of Markdown into a space of the sandbox', 'token', 'Create, list and revoke tokens that act as members of the sandbox')
  }
  verbAliases = @{
      'spaces' = @('ls', 'List the spaces of an organization', 'get', 'Show spaces', 'rm', 'Delete spaces; they can be restored for 7 days')
      'content' = @('get', 'Show the content of a space or a change request: pages, files, variables')
      'pages' = @('ls', 'List the pages of a space or a change request; a tree on a terminal', 'get', 'Show pages; with --format markdown, their text alone')
      'files' = @('ls', 'List the files of a space or a change request', 'get', 'Show files')
      'cr' = @('ls', 'List the change requests of a space, or of all spaces', 'get', 'Show change requests')
      'comments' = @('ls', 'List the comments on a space or a change request', 'get', 'Show comments', 'rm', 'Delete comments with their replies')
      'replies' = @('ls', 'List the replies to a comment of a change request', 'get', 'Show replies', 'rm', 'Delete replies')
      'collections' = @('ls', 'List the collections of an organization', 'get', 'Show collections', 'rm', 'Delete collections; their content moves up to the parent')
      'translations' = @('ls', 'List the translations of an organization', 'get', 'Show translations', 'rm', 'Delete translations')
      'openapi' = @('ls', 'List the OpenAPI specifications of an organization', 'get', 'Show OpenAPI specifications', 'rm', 'Delete OpenAPI specifications with their versions')
      'sites' = @('ls', 'List the sites of an organization', 'get', 'Show sites', 'rm', 'Delete sites; their spaces stay')
      'sections' = @('ls', 'List the sections of a site', 'rm', 'Delete sections; their spaces stay in the organization')
      'section-groups' = @('ls', 'List the section groups of a site', 'rm', 'Delete section groups; their sections stay on the site')
      'site-spaces' = @('ls', 'List the spaces linked to a site', 'rm', 'Remove spaces from a site; the spaces themselves stay')
      'share-links' = @('ls', 'List the share links of a site', 'rm', 'Delete share links')
      'adaptive-schema' = @('get', 'Show the visitor attributes that a site uses')
      'orgs' = @('ls', 'List the organizations that you belong to', 'get', 'Show organizations')
      'members' = @('ls', 'List the members of an organization', 'get', 'Show members', 'delete', 'Remove members from an organization', 'rm', 'Remove members from an organization')
      'reviews' = @('get', 'Show the progress of a review, and its decisions')
      'teams' = @('ls', 'List the teams of an organization', 'get', 'Show teams', 'rm', 'Delete teams; their members stay in the organization')
      'team-members' = @('ls', 'List the members of a team')
      'saml' = @('ls', 'List the SAML providers of an organization', 'get', 'Show SAML providers', 'rm', 'Delete SAML providers')
      'checks' = @('ls', 'List the rules', 'get', 'Show a rule: what it checks, why it matters, what it reads', 'explain', 'Show a rule: what it checks, why it matters, what it reads')
      'auth' = @()
      'profiles' = @('ls', 'List the stored profiles', 'rm', 'Delete a stored profile with its token')
      'config' = @('ls', 'List the settings of the current profile')
      'alias' = @('ls', 'List the aliases', 'rm', 'Delete an alias')
      'ci' = @('ls', 'List the kits: files that run docs in a CI service')
      'plans' = @('get', 'Show what a plan changes, step by step, and what cannot be undone')
      'history' = @('ls', 'List the changes made from this machine, newest first', 'get', 'Show what a run changed, step by step, with before and after')
      'snapshots' = @('ls', 'List the generations in a snapshot file', 'get', 'Show what a snapshot contains, and what it lacks')
      'extensions' = @('ls', 'List programs named docs-<name> in PATH')
      'sandbox' = @()
  }
  flags = @{
      'inbox' = @('--mine', 'only your own change requests and comments', '--author', 'only what this user wrote')
      'spaces list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--deleted', 'spaces deleted from this machine that can still be restored')
      'spaces view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter', '--share-key', 'key of a share link; resolves published addresses')
      'spaces edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the space', '--emoji', 'emoji shown with the title', '--edit-mode', 'live allows direct edits, locked forbids all', '--default-level', 'access of members by default', '--language', 'language of the content')
      'spaces delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'spaces restore' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'spaces duplicate' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'spaces move' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--parent', 'collection to move it into', '--before', 'put it before this space or collection', '--after', 'put it after this space or collection')
      'spaces transfer' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--to-org', 'destination organization', '--to-collection', 'destination collection')
      'spaces search' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'spaces links' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter', '--broken', 'only links whose target does not exist', '--stats', 'only the counts', '--exit-code', 'with --broken: exit with code 11 if there are any')
      'spaces check' = @('--older-than', 'the threshold of all rules that have one, like 30d or 8w', '--config', 'a checks file: rules, thresholds, what to ignore', '--report', 'also write a report (repeatable): sarif, junit, markdown, github, json, jsonl, csv; - is standard output', '--export-root', 'folder of an exported snapshot: sarif, github and markdown reports name its files and lines', '--max-warnings', 'exit 11 if there are more warnings than this', '--fail-on', 'exit 11 for findings of this severity or a higher one (default error)', '--external', 'also check links to other servers', '--allow-host', 'with --external: a host that may be on this machine or network', '--changed-since', 'only findings about what has changed since this snapshot or generation, such as org.docs@-1', '--source-root', 'folder of the Markdown that pages come from (import or Git Sync): these reports name its files and lines')
      'content view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--metadata', 'include git metadata', '--computed', 'include computed content')
      'content import' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--source', 'kind of source', '--wait', 'wait until the service has finished', '--wait-timeout', 'maximum wait, in seconds (default 300)')
      'content apply-template' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--ref', 'content that the template refers to')
      'pages list' = @('--web', 'open this list in the browser', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--metadata', 'include git metadata', '--computed', 'include computed content')
      'pages view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--format', 'form of the text', '--evaluated', 'evaluate expressions in the text', '--metadata', 'include git metadata', '--computed', 'include computed content')
      'pages links' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--broken', 'only links whose target does not exist', '--stats', 'only the counts')
      'pages backlinks' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'files list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--metadata', 'include git metadata', '--computed', 'include computed content')
      'files view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--metadata', 'include git metadata', '--computed', 'include computed content')
      'files backlinks' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter')
      'files download' = @('--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--output-file', 'file or folder to write, or - for standard output; default: the file''s own name in the current folder', '--force', 'replace an existing file')
      'cr list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--status', 'only change requests with this status; all for every status', '--contributor', 'only change requests that this user contributed to', '--author', 'only change requests that this user created', '--search', 'only change requests whose subject contains this text, ignoring case', '--all-spaces', 'change requests of all spaces of the organization')
      'cr view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter', '--comments', 'show its comments too, at most 100; in JSON as the member discussion')
      'cr diff' = @('--stat', 'number of lines added and removed in each page', '--name-only', 'only the paths of the pages', '--all', 'also read pages last changed at the same time')
      'cr create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--subject', 'subject', '--agent-task', 'agent task to implement')
      'cr edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--subject', 'subject', '--status', 'status to set')
      'cr close' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body')
      'cr reopen' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body')
      'cr merge' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--if-ready', 'merge only if docs cr check passes', '--update', 'with --if-ready: first pull in the content of the space')
      'cr update' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'cr comment' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--body', 'text as Markdown; - reads standard input', '--body-file', 'text as Markdown; - reads standard input, from a file')
      'cr commenters' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'cr pdf' = @('--query', 'add a query parameter', '--page', 'page to start from', '--only', 'only that page, not those below it', '--output-file', 'file or folder to download into, or - for standard output', '--force', 'replace an existing file')
      'cr check' = @('--older-than', 'the threshold of all rules that have one, like 30d or 8w', '--config', 'a checks file: rules, thresholds, what to ignore', '--report', 'also write a report (repeatable): sarif, junit, markdown, github, json, jsonl, csv; - is standard output', '--export-root', 'folder of an exported snapshot: sarif, github and markdown reports name its files and lines', '--max-warnings', 'exit 11 if there are more warnings than this', '--fail-on', 'exit 11 for findings of this severity or a higher one (default warning)')
      'comments list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--status', 'only comments with this status', '--order', 'newest (desc) or oldest (asc) first', '--format', 'form of the comment text', '--page-id', 'only comments on this page', '--author', 'only comments of these users')
      'comments view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--format', 'form of the comment text')
      'comments create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--body', 'text as Markdown; - reads standard input', '--body-file', 'text as Markdown; - reads standard input, from a file', '--node', 'block commented on', '--page-id', 'page commented on', '--table-record', 'table row commented on', '--table-definition', 'table column commented on')
      'comments edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--body', 'text as Markdown; - reads standard input', '--body-file', 'text as Markdown; - reads standard input, from a file')
      'comments delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter')
      'comments resolve' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body')
      'comments reopen' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body')
      'comments react' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--add', 'emoji to add', '--remove', 'emoji to remove')
      'replies list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--format', 'form of the text')
      'replies view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--format', 'form of the text')
      'replies create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--body', 'text as Markdown; - reads standard input', '--body-file', 'text as Markdown; - reads standard input, from a file')
      'replies edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--body', 'text as Markdown; - reads standard input', '--body-file', 'text as Markdown; - reads standard input, from a file', '--add-reaction', 'emoji to add', '--remove-reaction', 'emoji to remove', '--resolved', 'resolve or reopen the comment replied to (with --cr)')
      'replies delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--cr', 'change request: number, subject, id or address', '--query', 'add a query parameter')
      'collections list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--nested', 'include collections inside collections')
      'collections view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'collections create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the collection', '--parent', 'collection to create it in')
      'collections edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the collection', '--description', 'description', '--default-level', 'access of members by default')
      'collections delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'collections spaces' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'collections move' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--parent', 'collection to move it into', '--before', 'put it before this space or collection', '--after', 'put it after this space or collection')
      'collections transfer' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--to-org', 'destination organization')
      'translations list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter')
      'translations view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'translations create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--source-space', 'space to translate', '--source-language', 'language of the source', '--language', 'language to translate into', '--instructions', 'instructions for translators: text, Markdown or a document as JSON', '--instructions-file', 'instructions for translators: text, Markdown or a document as JSON, from a file', '--wait', 'wait until the service has finished', '--wait-timeout', 'maximum wait, in seconds (default 300)')
      'translations edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--instructions', 'instructions for translators: text, Markdown or a document as JSON', '--instructions-file', 'instructions for translators: text, Markdown or a document as JSON, from a file')
      'translations delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'openapi list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter')
      'openapi view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'openapi create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--source-url', 'address of the specification')
      'openapi publish' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--source-url', 'address of the specification', '--wait', 'wait until the service has finished', '--wait-timeout', 'maximum wait, in seconds (default 300)')
      'openapi edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--visibility', 'private, or public for anyone with a link')
      'openapi delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'openapi versions' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'openapi version' = @('--query', 'add a query parameter')
      'openapi content' = @('--query', 'add a query parameter')
      'sites list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--containing-space', 'only sites that contain this space', '--title', 'only sites whose title contains this', '--published', 'only published sites, or with --no-published only the others')
      'sites view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'sites create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the site', '--type', 'plan of the site', '--visibility', 'who can see it once published', '--spaces', 'spaces to add', '--new-space', 'create a new space for it')
      'sites edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the site', '--visibility', 'who can see it', '--basename', 'last part of its address', '--agents-context', 'whether agents may read it', '--default-site-space', 'default site space', '--default-site-section', 'default section', '--proxy', 'address that serves it through a proxy: company.com/docs', '--adaptive-content', 'turn on adaptive content')
      'sites delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'sites publish' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'sites published' = @('--query', 'add a query parameter', '--share-key', 'key of a share link')
      'sites export' = @('--file', 'file to write', '--all', 'also write unset values, as null')
      'sites plan' = @('--prune', 'remove things that are missing from the lists in the file, which must name its site', '--adopt', 'write the id of the site into the file; needed before --prune', '--plan', 'write the plan to this new file', '--exit-code', 'exit 11 if there are steps')
      'sites apply' = @('--yes', 'do not ask for confirmation', '--prune', 'remove things that are missing from the lists in the file, which must name its site', '--adopt', 'write the id of the site into the file; needed before --prune', '--confirm', 'do not ask; must be the id of the plan', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file')
      'sites check' = @('--older-than', 'the threshold of all rules that have one, like 30d or 8w', '--config', 'a checks file: rules, thresholds, what to ignore', '--report', 'also write a report (repeatable): sarif, junit, markdown, github, json, jsonl, csv; - is standard output', '--export-root', 'folder of an exported snapshot: sarif, github and markdown reports name its files and lines', '--max-warnings', 'exit 11 if there are more warnings than this', '--fail-on', 'exit 11 for findings of this severity or a higher one (default error)')
      'sections list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--share-key', 'key of a share link')
      'sections create' = @('--yes', 'do not ask for confirmation', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--content', 'space to show in the section', '--title', 'title of the section; default: that of the space', '--icon', 'name of its icon')
      'sections edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the section', '--path', 'last part of its address', '--default-site-space', 'default site space', '--condition', 'expression that decides which visitors see it', '--icon', 'name of its icon', '--description', 'description')
      'sections delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'sections move' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--before', 'put it before this section', '--after', 'put it after this section')
      'section-groups list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter')
      'section-groups create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the group', '--icon', 'name of its icon', '--sections', 'sections of the group')
      'section-groups edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the group', '--icon', 'name of its icon')
      'section-groups delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'section-groups add' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body')
      'section-groups remove' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'section-groups move' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--before', 'put it before this section or group', '--after', 'put it after this section or group')
      'site-spaces list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--share-key', 'key of a share link', '--default', 'only the default site space, or with --no-default only the others')
      'site-spaces add' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--content', 'space to link', '--section', 'section to add it to; default: the default section')
      'site-spaces edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--path', 'path on the site', '--condition', 'expression that decides which visitors see it', '--content', 'space to show')
      'site-spaces delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'site-spaces move' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--before', 'put it before this site space', '--after', 'put it after this site space')
      'share-links list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter')
      'share-links create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--name', 'label, such as the recipient')
      'share-links edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--name', 'label, such as the recipient', '--active', 'whether it gives access to the site')
      'share-links delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'adaptive-schema view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'adaptive-schema set' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--file', 'file with the JSON Schema; - reads standard input')
      'adaptive-schema conditions' = @('--query', 'add a query parameter')
      'orgs list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'orgs view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'orgs overview' = @('--html', 'write an HTML page to this file')
      'orgs edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'name of the organization', '--email-domains', 'e-mail domains whose users may join', '--hostname', 'default hostname of public content', '--default-role', 'role of new members', '--logo', 'address of the logo', '--sso', 'require single sign-on', '--ai', 'allow AI features', '--invite-links', 'allow invite links', '--default-site', 'site shown by default')
      'orgs search' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'orgs for-domain' = @('--query', 'add a query parameter')
      'orgs ping' = @('--query', 'add a query parameter')
      'orgs delete-invite' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'members list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--role', 'only members with this role', '--search', 'only members whose name or e-mail address contains this', '--sort', 'sort by any field after reading everything, or by these (lastSeenAt lists only active members)', '--order', 'newest or oldest first')
      'members view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'members edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--role', 'role in the organization')
      'members remove' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'members sso' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'members spaces' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter', '--order', 'order of the list')
      'members teams' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter', '--title', 'only teams whose title contains this, in any case')
      'members offboard' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--heir', 'the member who takes over teams that only they own', '--demote', 'make them guests instead of removing them', '--archive-drafts', 'archive draft change requests that they created', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file', '--max-removals', 'maximum share of a team or the organization that may be removed; default 25%', '--allow-team', 'a team that may lose any share of its members: title or id', '--plan', 'only write the plan to this new file', '--confirm', 'do not ask; must be the e-mail address or the id of the plan')
      'reviews create' = @('--include', 'access: also the spaces that each person can reach')
      'reviews view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--open', 'show only rows that are not reviewed yet')
      'reviews apply' = @('--yes', 'do not ask for confirmation', '--max-removals', 'maximum share of a team or the organization that may be removed; default 25%', '--allow-team', 'a team that may lose any share of its members: title or id', '--touch-me', 'allow steps that change your own membership', '--plan', 'only write the plan to this new file', '--confirm', 'do not ask; must be the id of the plan', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file')
      'teams list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter', '--owner', 'only teams that this member can manage', '--title', 'only teams whose title contains this, in any case')
      'teams view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'teams create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the team', '--members', 'members of the team')
      'teams edit' = @('--yes', 'do not ask for confirmation', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--title', 'title of the team')
      'teams delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'teams sync' = @('--yes', 'do not ask for confirmation', '--prune', 'remove people from a named team who are not in the file', '--adopt', 'allow --prune on the first run against the organization', '--max-removals', 'maximum share of a team or the organization that may be removed; default 25%', '--allow-team', 'a team that may lose any share of its members: title or id', '--touch-me', 'allow steps that change your own membership', '--skip-unknown', 'skip unknown people and teams', '--plan', 'only write the plan to this new file', '--confirm', 'do not ask; must be the id of the plan', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file')
      'team-members list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--query', 'add a query parameter')
      'team-members edit' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--add', 'users to add', '--remove', 'users to remove; wins over --add', '--role', 'team role of a user')
      'team-members set' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--role', 'team role; default for new members: member')
      'team-members remove' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'saml list' = @('--limit', 'maximum number of items', '--page', 'cursor to start from; empty for the start of the list', '--page-size', 'items per request', '--sort', 'sort by any field after reading everything', '--web', 'open this list in the browser', '--query', 'add a query parameter')
      'saml view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--query', 'add a query parameter')
      'saml create' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--label', 'name shown at login', '--entity-id', 'entity id of the identity provider', '--certificate', 'certificate of the identity provider, as PEM', '--certificate-file', 'certificate of the identity provider, as PEM, from a file', '--sso-url', 'address of the login page', '--default-team', 'team of new members', '--default-role', 'role of new members')
      'saml edit' = @('--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter', '--field', 'add a typed member to the body', '--raw-field', 'add a string member to the body', '--label', 'name shown at login', '--entity-id', 'entity id of the identity provider', '--certificate', 'certificate of the identity provider, as PEM', '--certificate-file', 'certificate of the identity provider, as PEM, from a file', '--sso-url', 'address of the login page', '--default-team', 'team of new members', '--default-role', 'role of new members')
      'saml delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--journal', 'log each change to a new file before sending it', '--resume', 'continue an earlier run; its journal names the targets', '--retry-unknown', 'with --resume: resend requests that got no answer', '--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--query', 'add a query parameter')
      'saml logins' = @('--query', 'add a query parameter')
      'checks run' = @('--tag', 'only rules with this tag: content, change-requests, access, sign-on, sites, specs, translations, organization', '--severity', 'only rules of this severity or a higher one', '--older-than', 'the threshold of all rules that have one, like 30d or 8w', '--config', 'a checks file: rules, thresholds, what to ignore', '--external', 'also check links to other servers', '--allow-host', 'with --external: a host that may be on this machine or network', '--snapshots', 'check these snapshots, or all snapshots in a folder', '--changed-since', 'only findings about what has changed since this snapshot or generation, such as org.docs@-1', '--baseline', 'accepted findings: a file made by docs checks baseline', '--report', 'also write a report (repeatable): sarif, junit, markdown, github, json, jsonl, csv; - is standard output', '--export-root', 'folder of an exported snapshot: sarif, github and markdown reports name its files and lines', '--source-root', 'folder of the Markdown that pages come from (import or Git Sync): these reports name its files and lines', '--fail-on', 'findings that end with exit code 11 (default error)', '--max-warnings', 'exit 11 if there are more warnings than this', '--timing', 'print the time of each rule and each kind of request to standard error', '--plan', 'write a plan that fixes the findings that take one request', '--include-removals', 'with --plan: also plan fixes that remove something or take away access')
      'checks list' = @('--tag', 'only rules with this tag: content, change-requests, access, sign-on, sites, specs, translations, organization', '--severity', 'only rules of this severity or a higher one')
      'checks view' = @('--web', 'open it in the browser', '--url', 'print the address of its page')
      'checks baseline' = @('--tag', 'only rules with this tag: content, change-requests, access, sign-on, sites, specs, translations, organization', '--severity', 'only rules of this severity or a higher one', '--older-than', 'the threshold of all rules that have one, like 30d or 8w', '--config', 'a checks file: rules, thresholds, what to ignore', '--external', 'also check links to other servers', '--allow-host', 'with --external: a host that may be on this machine or network', '--prune', 'remove entries that no longer occur, and accept nothing new', '--reason', 'why new findings are accepted', '--until', 'the last day on which new findings are accepted')
      'auth login' = @('--keyring', 'keep the token in the system''s keyring instead of config.json')
      'auth status' = @('--offline', 'do not ask the service')
      'auth logout' = @('--purge', 'also clear the history, as docs history clear does')
      'auth move' = @('--to', 'new place of the token')
      'profiles delete' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent')
      'api' = @('--plan', 'write the changes to a plan instead of sending them', '--append', 'with --plan: append to an existing plan', '--method', 'HTTP method', '--field', 'typed field; @file reads one', '--raw-field', 'field whose value is text', '--header', 'request header', '--include', 'print status and headers too', '--input', 'file with the body; - reads standard input', '--paginate', 'follow next.page and print the items of all pages', '--silent', 'do not print the answer', '--cache', 'reuse a cached answer that is newer than this: 60m, 1h')
      'ci show' = @('--for', 'the CI service (default github)')
      'plans view' = @('--web', 'open it in the browser', '--url', 'print the address of its page', '--all', 'show all steps and fields of long groups', '--offline', 'send no requests: show ids without names, and no guards', '--html', 'write a page to this file', '--exit-code', 'exit 11 if the plan has steps')
      'plans apply' = @('--yes', 'do not ask for confirmation', '--retry-unknown', 'resend requests of an earlier run whose outcome is unknown and cannot be looked up', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file', '--on', 'rehearse on a copy of a snapshot: show refused steps, send nothing', '--max-removals', 'maximum share of a team or the organization that may be removed; default 25%', '--allow-team', 'a team that may lose any share of its members: title or id', '--touch-me', 'allow steps that change your own membership', '--confirm', 'do not ask; must be the id of the plan')
      'plans undo' = @('--yes', 'do not ask for confirmation', '--partial', 'continue even if some steps cannot be undone', '--confirm', 'do not ask; must be the id of the plan', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file')
      'history view' = @('--web', 'open it in the browser', '--url', 'print the address of its page')
      'history clear' = @('--yes', 'do not ask for confirmation')
      'undo' = @('--yes', 'do not ask for confirmation', '--partial', 'continue even if some steps cannot be undone', '--confirm', 'do not ask; must be the id of the plan', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file')
      'snapshots create' = @('--include', 'parts to read in addition', '--exclude', 'parts to omit', '--spaces', 'read only the parts of these spaces: title, id or address', '--files-up-to', 'with --include files: maximum size of a file; default 10MB', '--full', 'read everything again, reusing nothing from an existing snapshot', '--accept-shrink', 'make it the latest generation even if much is missing', '--replace', 'keep no earlier generations', '--max-rate', 'maximum number of requests per second', '--all-orgs', 'read every organization that the token belongs to, each into <folder>/<id>.docs')
      'snapshots view' = @('--web', 'open it in the browser', '--url', 'print the address of its page')
      'snapshots forget' = @('--yes', 'do not ask for confirmation', '--keep-last', 'keep the n newest generations', '--keep-daily', 'keep the newest of each of the n latest days', '--keep-weekly', 'keep the newest of each of the n latest weeks', '--keep-monthly', 'keep the newest of each of the n latest months')
      'snapshots verify' = @('--live', 'read a sample again from the service', '--sample', 'with --live: the size of the sample; default 1%', '--seed', 'with --live: seed of the sample; default 1', '--max-rate', 'maximum number of requests per second')
      'snapshots log' = @('--kind', 'only these kinds', '--of', 'only changes of this thing: id, title, name, e-mail or path', '--since', 'only changes seen since then', '--limit', 'maximum number of changes; default 50')
      'snapshots query' = @('--limit', 'maximum number of rows; default 1000')
      'snapshots tables' = @('--format', 'format of the files; default parquet', '--generation', 'generations to write; default latest')
      'snapshots export' = @('--accept-shrink', 'remove files even if many are gone', '--public', 'make files that other users may read, as far as the umask allows')
      'snapshots restore' = @('--yes', 'do not ask for confirmation', '--settings', 'required: restore settings and structure; content is never restored', '--only', 'only these parts', '--prune', 'remove things that the snapshot lacks, except spaces and sites', '--max-removals', 'maximum share of a team or the organization that may be removed; default 25%', '--allow-team', 'a team that may lose any share of its members: title or id', '--touch-me', 'allow steps that change your own membership', '--plan', 'only write the plan to this file', '--confirm', 'do not ask; must be the id of the plan', '--receipt', 'write a receipt (what was done, and by whom) to a new JSON file', '--html', 'also write the receipt as an HTML page to this new file')
      'snapshots diff' = @('--live', 'compare with the service now', '--text', 'show changes in the texts of pages', '--only', 'compare only these kinds', '--exit-code', 'exit 11 if there are differences', '--any-organization', 'allow snapshots of different organizations')
      'doctor' = @('--offline', 'do not ask the service')
      'mcp' = @('--tools', 'only these tools', '--toolsets', 'only the tools of these sets: content, review, access, api, history, plans', '--compare', 'a snapshot to compare with that of --snapshot', '--allow-plans', 'add the tool propose: it writes plans, and sends nothing', '--plans-in', 'the folder for these plans', '--read-only', 'serve no tool that writes plans, even with --allow-plans')
      'sandbox start' = @('--port', 'port; 0 chooses a free one', '--host', 'address to listen on', '--show-token', 'print the token that clients need', '--save-profile', 'store address and token in this profile')
      'sandbox reset' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent')
      'sandbox load' = @('--yes', 'do not ask for confirmation', '--confirm', 'do not ask; must equal the target''s id or title', '--must-exist', 'fail with exit code 3 if it is already absent', '--as', 'member to act as: id or e-mail address')
      'sandbox import' = @('--space', 'space to import into, replacing its content; default: a new one', '--cr', 'change request to import into: number or id')
      'sandbox token' = @('--as', 'member that the token acts as: id or e-mail address')
  }
  quietFlags = @{
      'spaces list' = @('-L', 'maximum number of items')
      'spaces edit' = @('-y', 'do not ask for confirmation')
      'spaces delete' = @('-y', 'do not ask for confirmation')
      'spaces transfer' = @('-y', 'do not ask for confirmation')
      'spaces search' = @('-L', 'maximum number of items')
      'spaces links' = @('-L', 'maximum number of items')
      'content view' = @('--no-metadata', 'the opposite of --metadata', '--no-computed', 'the opposite of --computed')
      'pages list' = @('--no-metadata', 'the opposite of --metadata', '--no-computed', 'the opposite of --computed')
      'pages view' = @('--no-evaluated', 'the opposite of --evaluated', '--no-metadata', 'the opposite of --metadata', '--no-computed', 'the opposite of --computed')
      'pages links' = @('-L', 'maximum number of items')
      'pages backlinks' = @('-L', 'maximum number of items')
      'files list' = @('-L', 'maximum number of items', '--no-metadata', 'the opposite of --metadata', '--no-computed', 'the opposite of --computed')
      'files view' = @('--no-metadata', 'the opposite of --metadata', '--no-computed', 'the opposite of --computed')
      'files backlinks' = @('-L', 'maximum number of items')
      'files download' = @('-O', 'file or folder to write, or - for standard output; default: the file''s own name in the current folder')
      'cr list' = @('-L', 'maximum number of items')
      'cr merge' = @('-y', 'do not ask for confirmation')
      'cr commenters' = @('-L', 'maximum number of items')
      'cr pdf' = @('--no-only', 'the opposite of --only', '-O', 'file or folder to download into, or - for standard output')
      'comments list' = @('-L', 'maximum number of items')
      'comments delete' = @('-y', 'do not ask for confirmation')
      'replies list' = @('-L', 'maximum number of items')
      'replies edit' = @('--no-resolved', 'the opposite of --resolved')
      'replies delete' = @('-y', 'do not ask for confirmation')
      'collections list' = @('-L', 'maximum number of items', '--no-nested', 'the opposite of --nested')
      'collections edit' = @('-y', 'do not ask for confirmation')
      'collections delete' = @('-y', 'do not ask for confirmation')
      'collections spaces' = @('-L', 'maximum number of items')
      'collections transfer' = @('-y', 'do not ask for confirmation')
      'translations list' = @('-L', 'maximum number of items')
      'translations delete' = @('-y', 'do not ask for confirmation')
      'openapi list' = @('-L', 'maximum number of items')
      'openapi delete' = @('-y', 'do not ask for confirmation')
      'openapi versions' = @('-L', 'maximum number of items')
      'sites list' = @('-L', 'maximum number of items', '--no-published', 'the opposite of --published')
      'sites create' = @('--no-new-space', 'the opposite of --new-space')
      'sites edit' = @('-y', 'do not ask for confirmation', '--no-proxy', 'clear: address that serves it through a proxy: company.com/docs', '--no-adaptive-content', 'the opposite of --adaptive-content')
      'sites delete' = @('-y', 'do not ask for confirmation')
      'sites publish' = @('-y', 'do not ask for confirmation')
      'sites export' = @('-O', 'file to write')
      'sites apply' = @('-y', 'do not ask for confirmation')
      'sections list' = @('-L', 'maximum number of items')
      'sections create' = @('-y', 'do not ask for confirmation', '--no-title', 'clear: title of the section; default: that of the space', '--no-icon', 'clear: name of its icon')
      'sections edit' = @('-y', 'do not ask for confirmation', '--no-condition', 'clear: expression that decides which visitors see it', '--no-icon', 'clear: name of its icon', '--no-description', 'clear: description')
      'sections delete' = @('-y', 'do not ask for confirmation')
      'section-groups list' = @('-L', 'maximum number of items')
      'section-groups edit' = @('-y', 'do not ask for confirmation')
      'section-groups delete' = @('-y', 'do not ask for confirmation')
      'site-spaces list' = @('-L', 'maximum number of items', '--no-default', 'the opposite of --default')
      'site-spaces edit' = @('--no-condition', 'clear: expression that decides which visitors see it')
      'site-spaces delete' = @('-y', 'do not ask for confirmation')
      'share-links list' = @('-L', 'maximum number of items')
      'share-links edit' = @('--no-active', 'the opposite of --active')
      'share-links delete' = @('-y', 'do not ask for confirmation')
      'orgs list' = @('-L', 'maximum number of items')
      'orgs edit' = @('-y', 'do not ask for confirmation', '--no-default-role', 'clear: role of new members', '--no-sso', 'the opposite of --sso', '--no-ai', 'the opposite of --ai', '--no-invite-links', 'the opposite of --invite-links')
      'orgs search' = @('-L', 'maximum number of items')
      'orgs delete-invite' = @('-y', 'do not ask for confirmation')
      'members list' = @('-L', 'maximum number of items')
      'members edit' = @('-y', 'do not ask for confirmation', '--no-role', 'clear: role in the organization')
      'members remove' = @('-y', 'do not ask for confirmation')
      'members spaces' = @('-L', 'maximum number of items')
      'members teams' = @('-L', 'maximum number of items')
      'members offboard' = @('-y', 'do not ask for confirmation')
      'reviews apply' = @('-y', 'do not ask for confirmation')
      'teams list' = @('-L', 'maximum number of items')
      'teams edit' = @('-y', 'do not ask for confirmation')
      'teams delete' = @('-y', 'do not ask for confirmation')
      'teams sync' = @('-y', 'do not ask for confirmation')
      'team-members list' = @('-L', 'maximum number of items')
      'team-members remove' = @('-y', 'do not ask for confirmation')
      'saml list' = @('-L', 'maximum number of items')
      'saml create' = @('--no-default-role', 'clear: role of new members')
      'saml edit' = @('--no-default-role', 'clear: role of new members')
      'saml delete' = @('-y', 'do not ask for confirmation')
      'profiles delete' = @('-y', 'do not ask for confirmation')
      'api' = @('-X', 'HTTP method', '-F', 'typed field; @file reads one', '-f', 'field whose value is text', '-H', 'request header', '-i', 'print status and headers too')
      'plans apply' = @('-y', 'do not ask for confirmation')
      'plans undo' = @('-y', 'do not ask for confirmation')
      'history clear' = @('-y', 'do not ask for confirmation')
      'undo' = @('-y', 'do not ask for confirmation')
      'snapshots forget' = @('-y', 'do not ask for confirmation')
      'snapshots log' = @('-L', 'maximum number of changes; default 50')
      'snapshots query' = @('-L', 'maximum number of rows; default 1000')
      'snapshots restore' = @('-y', 'do not ask for confirmation')
      'sandbox reset' = @('-y', 'do not ask for confirmation')
      'sandbox load' = @('-y', 'do not ask for confirmation')
  }
  rootFlags = @('--output', 'output format', '--json', 'the same as -o json', '--fields', 'columns and JSON members to show, dotted paths', '--jq', 'filter the JSON with a jq expression', '--ids', 'show ids at a terminal, in tables and messages', '--csv-raw', 'do not escape formulas in CSV cells', '--raw', 'do not escape control characters, in a file or pipe', '--no-pager', 'show long output without a pager', '--quiet', 'print only errors', '--org', 'organization: title, id or address', '--space', 'space: title, id or address', '--site', 'site: title, id or address', '--profile', 'profile to use', '--sandbox', 'use the embedded service', '--snapshot', 'read from a snapshot instead of a service', '--project', 'file with the defaults of a project (.docs.yaml)', '--base-url', 'address of the service, without /v1', '--token-stdin', 'read the token from standard input', '--token-file', 'read the token from a file', '--ca-file', 'certificates to trust, as PEM', '--debug', 'show requests, responses, timings and retries', '--debug-body', 'show bodies too, secrets redacted', '--timeout', 'time limit for one attempt, in seconds', '--deadline', 'time limit for the whole command, in seconds', '--retries', 'maximum number of retries', '--max-wait', 'maximum wait when rate limited, in seconds', '--max-body', 'maximum size of an answer, in MiB', '--concurrency', 'parallel requests for several targets', '--retry-unsafe', 'resend a create request whose answer was lost', '--dry-run', 'print the request, send nothing', '--no-input', 'never prompt', '--fail-fast', 'stop at the first failure', '--help', 'show help', '--version', 'show the version')
  quietRootFlags = @('-o', 'output format', '-q', 'filter the JSON with a jq expression', '-h', 'show help')
  # Tables of PowerShell ignore case, flags do not: -f and -F differ.
  value = New-Object System.Collections.Hashtable ([StringComparer]::Ordinal)
}
# What may follow a flag: =values, @kind, / for a file (/@kind: an @ may follow), - for any text; a comma before it says several.
$global:__docs.value['status --fields'] = ',=organization me changeRequests openComments failedSpecifications failedTranslations unpublishedSites spacesLeftOut refused'
$global:__docs.value['inbox --fields'] = ',=group title reason author authorId space changeRequest comment at url command'
$global:__docs.value['spaces list --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces view --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces edit --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces restore --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces duplicate --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces move --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces transfer --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['collections spaces --fields'] = ',=object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions'
$global:__docs.value['spaces search --fields'] = ',=id title path sections urls'
$global:__docs.value['spaces links --fields'] = ',=status relation targetReference locationReferences'
$global:__docs.value['pages links --fields'] = ',=status relation targetReference locationReferences'
$global:__docs.value['spaces check --fields'] = ',=rule status severity tag object within message since fingerprint place fix'
$global:__docs.value['cr check --fields'] = ',=rule status severity tag object within message since fingerprint place fix'
$global:__docs.value['sites check --fields'] = ',=rule status severity tag object within message since fingerprint place fix'
$global:__docs.value['checks run --fields'] = ',=rule status severity tag object within message since fingerprint place fix'
$global:__docs.value['content view --fields'] = ',=object id parents pages files reusableContents variables createdAt git urls type'
$global:__docs.value['content import --fields'] = ',=revision importedResources totalResources'
$global:__docs.value['pages list --fields'] = ',=id title emoji icon createdAt updatedAt markdown type urls slug path description pages git layout cover variables hidden noIndex noRobotsIndex computed computedSeed'
$global:__docs.value['pages view --fields'] = ',=id title emoji icon createdAt updatedAt markdown type urls slug path description pages git layout cover variables hidden noIndex noRobotsIndex computed computedSeed'
$global:__docs.value['pages backlinks --fields'] = ',=kind organization space versionContext file'
$global:__docs.value['files backlinks --fields'] = ',=kind organization space versionContext file'
$global:__docs.value['files list --fields'] = ',=id name contentType downloadURL size dimensions git'
$global:__docs.value['files view --fields'] = ',=id name contentType downloadURL size dimensions git'
$global:__docs.value['files download --fields'] = ',=path bytes'
$global:__docs.value['cr list --fields'] = ',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls space'
$global:__docs.value['cr view --fields'] = ',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls discussion'
$global:__docs.value['cr diff --fields'] = ',=change id title path from additions deletions diff'
$global:__docs.value['cr create --fields'] = ',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls'
$global:__docs.value['cr edit --fields'] = ',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls'
$global:__docs.value['cr close --fields'] = ',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls'
$global:__docs.value['cr reopen --fields'] = ',=object id number status subject createdBy createdAt updatedAt revision revisionInitial revisionMergedAncestor revisionMerged comments outdated urls'
$global:__docs.value['cr merge --fields'] = ',=revision result'
$global:__docs.value['cr update --fields'] = ',=revision result'
$global:__docs.value['cr comment --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments list --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments view --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments create --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments edit --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments resolve --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments reopen --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['comments react --fields'] = ',=object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy'
$global:__docs.value['cr commenters --fields'] = ',=object id role user disabled joinedAt lastSeenAt sso spaces teams'
$global:__docs.value['members list --fields'] = ',=object id role user disabled joinedAt lastSeenAt sso spaces teams'
$global:__docs.value['members view --fields'] = ',=object id role user disabled joinedAt lastSeenAt sso spaces teams'
$global:__docs.value['members edit --fields'] = ',=object id role user disabled joinedAt lastSeenAt sso spaces teams'
$global:__docs.value['members sso --fields'] = ',=object id role user disabled joinedAt lastSeenAt sso spaces teams'
$global:__docs.value['cr pdf --fields'] = ',=url'
$global:__docs.value['replies list --fields'] = ',=object id postedBy postedAt editedAt reactions body urls permissions'
$global:__docs.value['replies view --fields'] = ',=object id postedBy postedAt editedAt reactions body urls permissions'
$global:__docs.value['replies create --fields'] = ',=object id postedBy postedAt editedAt reactions body urls permissions'
$global:__docs.value['replies edit --fields'] = ',=object id postedBy postedAt editedAt reactions body urls permissions'
$global:__docs.value['collections list --fields'] = ',=object id title description organization parent defaultLevel urls permissions'
$global:__docs.value['collections view --fields'] = ',=object id title description organization parent defaultLevel urls permissions'
$global:__docs.value['collections create --fields'] = ',=object id title description organization parent defaultLevel urls permissions'
$global:__docs.value['collections edit --fields'] = ',=object id title description organization parent defaultLevel urls permissions'
$global:__docs.value['collections move --fields'] = ',=object id title description organization parent defaultLevel urls permissions'
$global:__docs.value['collections transfer --fields'] = ',=object id title description organization parent defaultLevel urls permissions'
$global:__docs.value['translations list --fields'] = ',=object id status source language instructions result createdAt updatedAt stats permissions urls'
$global:__docs.value['translations view --fields'] = ',=object id status source language instructions result createdAt updatedAt stats permissions urls'
$global:__docs.value['translations create --fields'] = ',=object id status source language instructions result createdAt updatedAt stats permissions urls'
$global:__docs.value['translations edit --fields'] = ',=object id status source language instructions result createdAt updatedAt stats permissions urls'
$global:__docs.value['openapi list --fields'] = ',=object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt lastProcessErrorCode permissions urls'
$global:__docs.value['openapi view --fields'] = ',=object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt lastProcessErrorCode permissions urls'
$global:__docs.value['openapi create --fields'] = ',=object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt lastProcessErrorCode permissions urls'
$global:__docs.value['openapi publish --fields'] = ',=object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt lastProcessErrorCode permissions urls'
$global:__docs.value['openapi edit --fields'] = ',=object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt lastProcessErrorCode permissions urls'
$global:__docs.value['openapi versions --fields'] = ',=object id createdAt url urls'
$global:__docs.value['openapi version --fields'] = ',=object id createdAt url urls'
$global:__docs.value['openapi content --fields'] = ',=filesystem url'
$global:__docs.value['sites list --fields'] = ',=object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads agentsContext features urls'
$global:__docs.value['sites view --fields'] = ',=object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads agentsContext features urls'
$global:__docs.value['sites create --fields'] = ',=object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads agentsContext features urls'
$global:__docs.value['sites edit --fields'] = ',=object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads agentsContext features urls'
$global:__docs.value['sites publish --fields'] = ',=object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads agentsContext features urls'
$global:__docs.value['sites published --fields'] = ',=object site structure customizations scripts'
$global:__docs.value['sites plan --fields'] = ',=format id origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['plans view --fields'] = ',=format id origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['sites apply --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['members offboard --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['reviews apply --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['teams sync --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['plans apply --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['plans undo --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['undo --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['snapshots restore --fields'] = ',=id outcome title says format origin organization maker command made by complete totals memberships maxRemovals me rails cannotUndo left site evidence steps'
$global:__docs.value['sections list --fields'] = ',=object id title description default path condition sectionGroup siteSpaces urls icon'
$global:__docs.value['sections create --fields'] = ',=object id title description default path condition sectionGroup siteSpaces urls icon'
$global:__docs.value['sections edit --fields'] = ',=object id title description default path condition sectionGroup siteSpaces urls icon'
$global:__docs.value['sections move --fields'] = ',=object id title description default path condition sectionGroup siteSpaces urls icon'
$global:__docs.value['section-groups list --fields'] = ',=object id title sections icon'
$global:__docs.value['section-groups create --fields'] = ',=object id title sections icon'
$global:__docs.value['section-groups edit --fields'] = ',=object id title sections icon'
$global:__docs.value['section-groups add --fields'] = ',=object id title sections icon'
$global:__docs.value['section-groups move --fields'] = ',=object id title sections icon'
$global:__docs.value['site-spaces list --fields'] = ',=object id path section space title default condition hasAdvancedCustomizationFeature urls'
$global:__docs.value['site-spaces add --fields'] = ',=object id path section space title default condition hasAdvancedCustomizationFeature urls'
$global:__docs.value['site-spaces edit --fields'] = ',=object id path section space title default condition hasAdvancedCustomizationFeature urls'
$global:__docs.value['site-spaces move --fields'] = ',=object id path section space title default condition hasAdvancedCustomizationFeature urls'
$global:__docs.value['share-links list --fields'] = ',=object id createdAt name active urls'
$global:__docs.value['share-links create --fields'] = ',=object id createdAt name active urls'
$global:__docs.value['share-links edit --fields'] = ',=object id createdAt name active urls'
$global:__docs.value['adaptive-schema view --fields'] = ',=object jsonSchema updatedAt'
$global:__docs.value['adaptive-schema set --fields'] = ',=object jsonSchema updatedAt'
$global:__docs.value['adaptive-schema conditions --fields'] = ',=description condition'
$global:__docs.value['orgs list --fields'] = ',=object id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent sso ai inviteLinks plan billing urls trial customHostname blocked internal_billingMigration permissions'
$global:__docs.value['orgs view --fields'] = ',=object id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent sso ai inviteLinks plan billing urls trial customHostname blocked internal_billingMigration permissions'
$global:__docs.value['orgs edit --fields'] = ',=object id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent sso ai inviteLinks plan billing urls trial customHostname blocked internal_billingMigration permissions'
$global:__docs.value['orgs for-domain --fields'] = ',=object id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent sso ai inviteLinks plan billing urls trial customHostname blocked internal_billingMigration permissions'
$global:__docs.value['orgs overview --fields'] = ',=organization readAt attention spaces pages freshness changeRequests openComments links people access teams sites findings unread'
$global:__docs.value['orgs search --fields'] = ',=id title pages'
$global:__docs.value['orgs ping --fields'] = ',=serviceVisitorClaims'
$global:__docs.value['members spaces --fields'] = ',=permission space'
$global:__docs.value['members teams --fields'] = ',=team member'
$global:__docs.value['reviews view --fields'] = ',=line user who to grant app reviewer reason access thing decision'
$global:__docs.value['teams list --fields'] = ',=object id title members spaces createdAt permissions'
$global:__docs.value['teams view --fields'] = ',=object id title members spaces createdAt permissions'
$global:__docs.value['teams create --fields'] = ',=object id title members spaces createdAt permissions'
$global:__docs.value['teams edit --fields'] = ',=object id title members spaces createdAt permissions'
$global:__docs.value['team-members list --fields'] = ',=organization team permissions'
$global:__docs.value['saml list --fields'] = ',=object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls'
$global:__docs.value['saml view --fields'] = ',=object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls'
$global:__docs.value['saml create --fields'] = ',=object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls'
$global:__docs.value['saml edit --fields'] = ',=object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls'
$global:__docs.value['saml logins --fields'] = ',=id label startURL'
$global:__docs.value['checks list --fields'] = ',=id severity tag summary why of days requests fix planned example on off'
$global:__docs.value['checks view --fields'] = ',=id severity tag summary why of days requests fix planned example on off'
$global:__docs.value['checks baseline --fields'] = ',=file accepted added fixed'
$global:__docs.value['auth status --fields'] = ',=profile baseUrl tokenSource tokenTail me organizations org space site'
$global:__docs.value['profiles list --fields'] = ',=name current token baseUrl org space site'
$global:__docs.value['config list --fields'] = ',=key value describe inUse'
$global:__docs.value['alias list --fields'] = ',=name expansion'
$global:__docs.value['ci list --fields'] = ',=name summary needs files'
$global:__docs.value['plans verify --fields'] = ',=id what holds'
$global:__docs.value['history list --fields'] = ',=id at command origin organization steps number log state done undo changes'
$global:__docs.value['history view --fields'] = ',=id maker command made complete maxRemovals left format origin organization steps totals cannotUndo rails'
$global:__docs.value['snapshots create --fields'] = ',=file origin organization started ended version bytes counts asked requests failed reused parts'
$global:__docs.value['snapshots view --fields'] = ',=file origin organization started ended version bytes counts asked requests failed reused parts'
$global:__docs.value['snapshots list --fields'] = ',=generation name latest accepted state started ended caller tool counts gaps added changed removed texts changes'
$global:__docs.value['snapshots forget --fields'] = ',=file forgotten kept freed'
$global:__docs.value['snapshots verify --fields'] = ',=file damage checked digests uncovered'
$global:__docs.value['snapshots log --fields'] = ',=at after generation kind change id title place state fields parts unread'
$global:__docs.value['snapshots tables --fields'] = ',=folder organization date format replaced tables'
$global:__docs.value['snapshots export --fields'] = ',=organization spaces files written unchanged removed shrunk missing'
$global:__docs.value['snapshots diff --fields'] = ',=kind change id title place path from fields texts pages'
$global:__docs.value['extensions list --fields'] = ',=name path state'
$global:__docs.value['tour --fields'] = ',=title command'
$global:__docs.value['doctor --fields'] = ',=check status detail hint'
$global:__docs.value['sandbox load --fields'] = ',=file from origin organization read caller kept counts'
$global:__docs.value['sandbox import --fields'] = ',=space revision pages files reusableContents variables links broken skipped'
$global:__docs.value['inbox --author'] = '@userId'
$global:__docs.value['cr list --author'] = '@userId'
$global:__docs.value['spaces list --page'] = '-'
$global:__docs.value['spaces list --sort'] = '-'
$global:__docs.value['spaces search --page'] = '-'
$global:__docs.value['spaces search --sort'] = '-'
$global:__docs.value['spaces links --page'] = '-'
$global:__docs.value['spaces links --sort'] = '-'
$global:__docs.value['pages links --page'] = '-'
$global:__docs.value['pages links --sort'] = '-'
$global:__docs.value['pages backlinks --page'] = '-'
$global:__docs.value['pages backlinks --sort'] = '-'
$global:__docs.value['files list --page'] = '-'
$global:__docs.value['files list --sort'] = '-'
$global:__docs.value['files backlinks --page'] = '-'
$global:__docs.value['files backlinks --sort'] = '-'
$global:__docs.value['cr list --page'] = '-'
$global:__docs.value['cr list --sort'] = '-'
$global:__docs.value['cr commenters --page'] = '-'
$global:__docs.value['cr commenters --sort'] = '-'
$global:__docs.value['comments list --page'] = '-'
$global:__docs.value['comments list --sort'] = '-'
$global:__docs.value['comments react --add'] = '-'
$global:__docs.value['comments react --remove'] = '-'
$global:__docs.value['replies list --page'] = '-'
$global:__docs.value['replies list --sort'] = '-'
$global:__docs.value['collections list --page'] = '-'
$global:__docs.value['collections list --sort'] = '-'
$global:__docs.value['collections spaces --page'] = '-'
$global:__docs.value['collections spaces --sort'] = '-'
$global:__docs.value['translations list --page'] = '-'
$global:__docs.value['translations list --sort'] = '-'
$global:__docs.value['openapi list --page'] = '-'
$global:__docs.value['openapi list --sort'] = '-'
$global:__docs.value['openapi versions --page'] = '-'
$global:__docs.value['openapi versions --sort'] = '-'
$global:__docs.value['sites list --page'] = '-'
$global:__docs.value['sites list --sort'] = '-'
$global:__docs.value['sections list --page'] = '-'
$global:__docs.value['sections list --sort'] = '-'
$global:__docs.value['section-groups list --page'] = '-'
$global:__docs.value['section-groups list --sort'] = '-'
$global:__docs.value['site-spaces list --page'] = '-'
$global:__docs.value['site-spaces list --sort'] = '-'
$global:__docs.value['share-links list --page'] = '-'
$global:__docs.value['share-links list --sort'] = '-'
$global:__docs.value['orgs list --page'] = '-'
$global:__docs.value['orgs list --sort'] = '-'
$global:__docs.value['orgs overview --html'] = '-'
$global:__docs.value['orgs search --page'] = '-'
$global:__docs.value['orgs search --sort'] = '-'
$global:__docs.value['members list --page'] = '-'
$global:__docs.value['members spaces --page'] = '-'
$global:__docs.value['members spaces --sort'] = '-'
$global:__docs.value['members teams --page'] = '-'
$global:__docs.value['members teams --sort'] = '-'
$global:__docs.value['reviews create --include'] = '-'
$global:__docs.value['teams list --page'] = '-'
$global:__docs.value['teams list --sort'] = '-'
$global:__docs.value['team-members list --page'] = '-'
$global:__docs.value['team-members list --sort'] = '-'
$global:__docs.value['saml list --page'] = '-'
$global:__docs.value['saml list --sort'] = '-'
$global:__docs.value['snapshots create --include'] = '-'
$global:__docs.value['snapshots restore --only'] = '-'
$global:__docs.value['snapshots diff --only'] = '-'
$global:__docs.value['spaces move --before'] = '@spaceId+collectionId'
$global:__docs.value['spaces move --after'] = '@spaceId+collectionId'
$global:__docs.value['collections move --before'] = '@spaceId+collectionId'
$global:__docs.value['collections move --after'] = '@spaceId+collectionId'
$global:__docs.value['pages view --format'] = '=document markdown'
$global:__docs.value['comments list --format'] = '=document markdown'
$global:__docs.value['comments view --format'] = '=document markdown'
$global:__docs.value['replies list --format'] = '=document markdown'
$global:__docs.value['replies view --format'] = '=document markdown'
$global:__docs.value['cr list --status'] = '=draft open archived merged all'
$global:__docs.value['cr edit --status'] = '=draft open archived'
$global:__docs.value['cr pdf --page'] = '@pageId'
$global:__docs.value['cr pdf --only'] = ''
$global:__docs.value['api --include'] = ''
$global:__docs.value['comments list --status'] = '=all open resolved'
$global:__docs.value['comments list --author'] = ',@userId'
$global:__docs.value['team-members edit --add'] = ',@userId'
$global:__docs.value['team-members edit --remove'] = ',@userId'
$global:__docs.value['team-members edit --role'] = ',@userId'
$global:__docs.value['openapi edit --visibility'] = '=private public'
$global:__docs.value['sites create --visibility'] = '=public unlisted share-link visitor-auth'
$global:__docs.value['sites edit --visibility'] = '=public unlisted share-link visitor-auth'
$global:__docs.value['sites apply --html'] = '/'
$global:__docs.value['members offboard --html'] = '/'
$global:__docs.value['reviews apply --html'] = '/'
$global:__docs.value['teams sync --html'] = '/'
$global:__docs.value['plans view --html'] = '/'
$global:__docs.value['plans apply --html'] = '/'
$global:__docs.value['plans undo --html'] = '/'
$global:__docs.value['undo --html'] = '/'
$global:__docs.value['snapshots restore --html'] = '/'
$global:__docs.value['sections move --before'] = '@siteSectionId'
$global:__docs.value['sections move --after'] = '@siteSectionId'
$global:__docs.value['section-groups move --before'] = '@siteSectionGroupId+siteSectionId'
$global:__docs.value['section-groups move --after'] = '@siteSectionGroupId+siteSectionId'
$global:__docs.value['site-spaces move --before'] = '@siteSpaceId'
$global:__docs.value['site-spaces move --after'] = '@siteSpaceId'
$global:__docs.value['members list --role'] = '=admin create review edit comment read'
$global:__docs.value['members edit --role'] = '=admin create review edit comment read'
$global:__docs.value['members list --sort'] = '=joinedAt lastSeenAt'
$global:__docs.value['team-members set --role'] = '=owner member'
$global:__docs.value['snapshots tables --format'] = '=parquet csv ndjson'
$global:__docs.value['--output'] = '=table json jsonl yaml csv tsv'
$global:__docs.value['-o'] = '=table json jsonl yaml csv tsv'
$global:__docs.value['--fields'] = '-'
$global:__docs.value['--jq'] = '-'
$global:__docs.value['-q'] = '-'
$global:__docs.value['--base-url'] = '-'
$global:__docs.value['--timeout'] = '-'
$global:__docs.value['--deadline'] = '-'
$global:__docs.value['--retries'] = '-'
$global:__docs.value['--max-wait'] = '-'
$global:__docs.value['--max-body'] = '-'
$global:__docs.value['--concurrency'] = '-'
$global:__docs.value['--limit'] = '-'
$global:__docs.value['-L'] = '-'
$global:__docs.value['--page-size'] = '-'
$global:__docs.value['--query'] = '-'
$global:__docs.value['--share-key'] = '-'
$global:__docs.value['--field'] = '-'
$global:__docs.value['--raw-field'] = '-'
$global:__docs.value['--title'] = '-'
$global:__docs.value['--emoji'] = '-'
$global:__docs.value['--confirm'] = '-'
$global:__docs.value['--older-than'] = '-'
$global:__docs.value['--report'] = '-'
$global:__docs.value['--export-root'] = '-'
$global:__docs.value['--max-warnings'] = '-'
$global:__docs.value['--allow-host'] = '-'
$global:__docs.value['--source-root'] = '-'
$global:__docs.value['--wait-timeout'] = '-'
$global:__docs.value['--ref'] = '-'
$global:__docs.value['--search'] = '-'
$global:__docs.value['--subject'] = '-'
$global:__docs.value['--agent-task'] = '-'
$global:__docs.value['--body'] = '-'
$global:__docs.value['--node'] = '-'
$global:__docs.value['--table-record'] = '-'
$global:__docs.value['--table-definition'] = '-'
$global:__docs.value['--add-reaction'] = '-'
$global:__docs.value['--remove-reaction'] = '-'
$global:__docs.value['--description'] = '-'
$global:__docs.value['--source-language'] = '-'
$global:__docs.value['--instructions'] = '-'
$global:__docs.value['--source-url'] = '-'
$global:__docs.value['--basename'] = '-'
$global:__docs.value['--proxy'] = '-'
$global:__docs.value['--icon'] = '-'
$global:__docs.value['--path'] = '-'
$global:__docs.value['--condition'] = '-'
$global:__docs.value['--name'] = '-'
$global:__docs.value['--email-domains'] = '-'
$global:__docs.value['--hostname'] = '-'
$global:__docs.value['--logo'] = '-'
$global:__docs.value['--max-removals'] = '-'
$global:__docs.value['--allow-team'] = '-'
$global:__docs.value['--label'] = '-'
$global:__docs.value['--entity-id'] = '-'
$global:__docs.value['--certificate'] = '-'
$global:__docs.value['--sso-url'] = '-'
$global:__docs.value['--tag'] = '-'
$global:__docs.value['--snapshots'] = '-'
$global:__docs.value['--reason'] = '-'
$global:__docs.value['--until'] = '-'
$global:__docs.value['-F'] = '-'
$global:__docs.value['-f'] = '-'
$global:__docs.value['--header'] = '-'
$global:__docs.value['-H'] = '-'
$global:__docs.value['--cache'] = '-'
$global:__docs.value['--exclude'] = '-'
$global:__docs.value['--files-up-to'] = '-'
$global:__docs.value['--max-rate'] = '-'
$global:__docs.value['--keep-last'] = '-'
$global:__docs.value['--keep-daily'] = '-'
$global:__docs.value['--keep-weekly'] = '-'
$global:__docs.value['--keep-monthly'] = '-'
$global:__docs.value['--sample'] = '-'
$global:__docs.value['--seed'] = '-'
$global:__docs.value['--kind'] = '-'
$global:__docs.value['--of'] = '-'
$global:__docs.value['--since'] = '-'
$global:__docs.value['--tools'] = '-'
$global:__docs.value['--toolsets'] = '-'
$global:__docs.value['--plans-in'] = '-'
$global:__docs.value['--port'] = '-'
$global:__docs.value['--save-profile'] = '-'
$global:__docs.value['--as'] = '-'
$global:__docs.value['--org'] = '@organizationId'
$global:__docs.value['--to-org'] = '@organizationId'
$global:__docs.value['--space'] = '@spaceId'
$global:__docs.value['--source-space'] = '@spaceId'
$global:__docs.value['--containing-space'] = '@spaceId'
$global:__docs.value['--content'] = '@spaceId'
$global:__docs.value['--site'] = '@siteId'
$global:__docs.value['--default-site'] = '@siteId'
$global:__docs.value['--profile'] = '@profile'
$global:__docs.value['--snapshot'] = '/@generation'
$global:__docs.value['--changed-since'] = '/@generation'
$global:__docs.value['--on'] = '/@generation'
$global:__docs.value['--compare'] = '/@generation'
$global:__docs.value['--project'] = '/'
$global:__docs.value['--token-file'] = '/'
$global:__docs.value['--ca-file'] = '/'
$global:__docs.value['--journal'] = '/'
$global:__docs.value['--resume'] = '/'
$global:__docs.value['--plan'] = '/'
$global:__docs.value['--config'] = '/'
$global:__docs.value['--output-file'] = '/'
$global:__docs.value['-O'] = '/'
$global:__docs.value['--body-file'] = '/'
$global:__docs.value['--instructions-file'] = '/'
$global:__docs.value['--file'] = '/'
$global:__docs.value['--receipt'] = '/'
$global:__docs.value['--certificate-file'] = '/'
$global:__docs.value['--baseline'] = '/'
$global:__docs.value['--input'] = '/'
$global:__docs.value['--edit-mode'] = '=live locked'
$global:__docs.value['--default-level'] = '=admin create review edit comment read'
$global:__docs.value['--default-role'] = '=admin create review edit comment read'
$global:__docs.value['--language'] = '=en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'
$global:__docs.value['--parent'] = '@collectionId'
$global:__docs.value['--to-collection'] = '@collectionId'
$global:__docs.value['--fail-on'] = '=error warning info'
$global:__docs.value['--severity'] = '=error warning info'
$global:__docs.value['--cr'] = '@changeRequestId'
$global:__docs.value['--source'] = '=website docx markdown html zip confluence github-wiki notion google-docs'
$global:__docs.value['--contributor'] = '@userId'
$global:__docs.value['--heir'] = '@userId'
$global:__docs.value['--owner'] = '@userId'
$global:__docs.value['--order'] = '=asc desc'
$global:__docs.value['--page-id'] = '@pageId'
$global:__docs.value['--type'] = '=basic premium ultimate sponsored legacy-basic legacy-premium'
$global:__docs.value['--spaces'] = ',@spaceId'
$global:__docs.value['--agents-context'] = '=excluded included'
$global:__docs.value['--default-site-space'] = '@siteSpaceId'
$global:__docs.value['--default-site-section'] = '@siteSectionId'
$global:__docs.value['--section'] = '@siteSectionId'
$global:__docs.value['--sections'] = ',@siteSectionId'
$global:__docs.value['--members'] = ',@userId'
$global:__docs.value['--default-team'] = '@teamId'
$global:__docs.value['--to'] = '=keyring file'
$global:__docs.value['--method'] = '=GET POST PUT PATCH DELETE'
$global:__docs.value['-X'] = '=GET POST PUT PATCH DELETE'
$global:__docs.value['--for'] = '=github gitlab'
$global:__docs.value['--generation'] = '=latest all'
$global:__docs.value['--host'] = '=127.0.0.1 ::1'

function global:__docs_extensions {
  Get-Command -Name 'docs-*' -CommandType Application -ErrorAction SilentlyContinue | ForEach-Object {
    $name = [IO.Path]::GetFileNameWithoutExtension($_.Name).Substring(5)
    if ($name -cmatch '^[a-z0-9][a-z0-9-]*$') { $name; 'extension' }
  }
}

function global:__docs_result([string] $text, [string] $shown, [string] $about) {
  if (-not $about) { $about = $shown }
  New-Object System.Management.Automation.CompletionResult $text, $shown, 'ParameterValue', $about
}

# Pairs of a name and a description whose name starts with the text.
function global:__docs_offer([string] $text, [object[]] $pairs) {
  for ($at = 0; $at + 1 -lt $pairs.Count; $at += 2) {
    if ($pairs[$at].StartsWith($text, [StringComparison]::Ordinal)) { __docs_result $pairs[$at] $pairs[$at] $pairs[$at + 1] }
  }
}

function global:__docs_value([string] $cmd, [string] $flag) {
  $own = $global:__docs.value["$cmd $flag"]
  if ($null -ne $own) { return $own }
  return [string] $global:__docs.value[$flag]
}

function global:__docs_ask([string] $kinds, [string] $text, [string] $before, [string[]] $words) {
  $program = Get-Command docs -CommandType Application, ExternalScript -ErrorAction SilentlyContinue | Select-Object -First 1
  if ($program) { & $program __complete $kinds "--prefix=$text" "--before=$before" '--' @words 2>$null }
}

function global:__docs_fill([string] $slot, [string] $text, [string] $lead, [string] $before, [string[]] $words) {
  if ($slot.StartsWith(',')) {
    $slot = $slot.Substring(1)
    $comma = $text.LastIndexOf(',') + 1
    $lead += $text.Substring(0, $comma)
    $text = $text.Substring($comma)
  }
  if ($slot.StartsWith('=')) {
    foreach ($value in $slot.Substring(1).Split(' ')) {
      if ($value.StartsWith($text, [StringComparison]::Ordinal)) { __docs_result ($lead + $value) $value '' }
    }
  } elseif ($slot.StartsWith('@') -or ($slot.StartsWith('/@') -and $text.Contains('@'))) {
    foreach ($line in @(__docs_ask $slot.TrimStart([char[]] '/@') $text $before $words)) {
      $id, $about = $line.Split([char[]] "`t", 2)
      $word = $lead + $id
      if ($word -notmatch '^[A-Za-z0-9._:/-][A-Za-z0-9._@:/+=-]*$') { $word = "'" + $word.Replace("'", "''") + "'" }
      if ($id) { __docs_result $word "$id  $about".Trim() $about }
    }
  }
}

$completer = {
  param($wordToComplete, $commandAst, $cursorPosition)
  $data = $global:__docs
  $text = ([string] $wordToComplete).TrimStart([char[]] "'`"")
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
      Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text.Trim([char[]] "'`"") })
  foreach ($round in 'typed', 'expanded') {
    $noun = ''; $cmd = ''; $flag = ''; $before = ''; $helped = ''; $ended = $false; $n = 0; $at = -1; $i = -1
    foreach ($word in $words) {
      $i++
      if ($flag) { $flag = '' }
      elseif (-not $ended -and $word -eq '--') { $ended = $true }
      elseif (-not $ended -and $word.Length -gt 1 -and $word.StartsWith('-')) {
        if (-not $word.Contains('=') -and (__docs_value $cmd $word)) { $flag = $word }
      }
      elseif (-not $noun) {
        $at = $i
        $noun = $data.noun[$word]
        if ($word -eq 'help') { $noun = 'help'; $cmd = 'help' }
        elseif (-not $noun) { $noun = '?'; $cmd = '?' }
        elseif ($data.direct -contains $noun) { $cmd = $noun }
      }
      elseif ($noun -eq 'help') { $n++; $helped = $word }
      elseif (-not $cmd) {
        $cmd = $data.verb["$noun $word"]
        if (-not $cmd) { $cmd = '?' }
      }
      else { $n++; $before = $word }
    }
    if ($noun -ne '?' -or $round -eq 'expanded') { break }
    # An alias: what it stands for takes its place.
    $lines = @(__docs_ask 'expansion' '' $words[$at] @($words | Select-Object -Skip ($at + 1)))
    if (-not $lines) { break }
    $words = @($words | Select-Object -First $at) + $lines
  }
  if ($flag) { return __docs_fill (__docs_value $cmd $flag) $text '' $before $words }
  if (-not $ended -and $text -match '^(--[^=]+)=(.*)$') {
    return __docs_fill (__docs_value $cmd $Matches[1]) $Matches[2] ($Matches[1] + '=') $before $words
  }
  if (-not $ended -and $text.StartsWith('-')) {
    $found = @(__docs_offer $text (@($data.flags[$cmd]) + $data.rootFlags | Where-Object { $null -ne $_ }))
    if (-not $found -or $text.StartsWith('--no-')) {
      $found += @(__docs_offer $text (@($data.quietFlags[$cmd]) + $data.quietRootFlags | Where-Object { $null -ne $_ }))
    }
    return $found
  }
  if (-not $noun) { $canonical = @($data.nouns) + @(__docs_extensions); $others = $data.nounAliases }
  elseif ($noun -eq 'help') {
    $canonical = @(); $others = @()
    if ($n -eq 0) { $canonical = $data.topics }
    elseif ($n -eq 1 -and $data.noun[$helped]) { $canonical = $data.verbs[$data.noun[$helped]] }
  }
  elseif (-not $cmd) { $canonical = $data.verbs[$noun]; $others = $data.verbAliases[$noun] }
  else {
    $slot = $data.target["$cmd $n"]
    if (-not $slot) { $slot = $data.target["$cmd *"] }
    return __docs_fill ([string] $slot) $text '' $before $words
  }
  $found = @(__docs_offer $text $canonical)
  if (-not $found) { $found = @(__docs_offer $text $others) }
  return $found
}

Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock $completer
