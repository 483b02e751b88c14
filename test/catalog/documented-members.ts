/** Documented members of each resource, from the contract's "Resources and their fields". */
export const MEMBERS: Record<string, string> = {
  User: "object id displayName email photoURL urls",
  Member: "object id role user disabled joinedAt lastSeenAt sso spaces teams",
  Comment:
    "object id postedBy postedAt editedAt reactions replies body target urls permissions status resolvedAt resolvedBy",
  CommentReply: "object id postedBy postedAt editedAt reactions body urls permissions",
  Space: `object id title emoji visibility createdAt updatedAt deletedAt editMode urls organization parent language
    gitSync visitorAuth revision defaultLevel comments changeRequests changeRequestsOpen changeRequestsDraft permissions`,
  Collection: "object id title description organization parent defaultLevel urls permissions",
  ChangeRequest: `object id number status subject createdBy createdAt updatedAt revision revisionInitial
    revisionMergedAncestor revisionMerged comments outdated urls`,
  Revision: "object id parents pages files reusableContents variables createdAt git urls type",
  Page: `id title emoji icon createdAt updatedAt markdown type urls slug path description pages git layout cover
    variables hidden noIndex noRobotsIndex computed computedSeed`,
  File: "id name contentType downloadURL size dimensions git",
  LinkItem: "status relation targetReference locationReferences",
  Reference: "kind organization space versionContext file",
  SpaceSearchItem: "id title path sections urls",
  OrganizationSearchItem: "id title pages",
  Organization: `object id title createdAt emailDomains hostname type useCase communityType defaultRole defaultContent
    sso ai inviteLinks plan billing urls trial customHostname blocked internal_billingMigration permissions`,
  Team: "object id title members spaces createdAt permissions",
  TeamMembership: "organization team permissions",
  MemberSpace: "permission space",
  MemberTeam: "team member",
  Site: `object id title type icon hostname basename proxy visibility published siteSpaces createdAt adaptiveContent ads
    agentsContext features urls`,
  SiteSection: "object id title description default path condition sectionGroup siteSpaces urls icon",
  SiteSectionGroup: "object id title sections icon",
  SiteSpace: "object id path section space title default condition hasAdvancedCustomizationFeature urls",
  ShareLink: "object id createdAt name active urls",
  SiteAdaptiveSchema: "object jsonSchema updatedAt",
  TemplateCondition: "description condition",
  PublishedSiteProfile: "object site structure customizations scripts",
  Customization: `title styling internationalization favicon header footer announcement themes pdf feedback
    advancedCustomization pagination trademark ai git pageActions externalLinks privacyPolicy socialPreview insights`,
  OpenAPISpec: `object id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt
    lastProcessErrorCode permissions urls`,
  OpenAPISpecVersion: "object id createdAt url urls",
  VersionContent: "filesystem url",
  Translation: "object id status source language instructions result createdAt updatedAt stats permissions urls",
  SamlProvider: "object id label ssoURL entityID certificate defaultTeam defaultRole createdAt status service urls",
  SsoLogin: "id label startURL",
  MergeResult: "revision result",
  UpdateResult: "revision result",
  PdfUrl: "url",
  ImportResult: "revision importedResources totalResources",
  PingResult: "serviceVisitorClaims",
};
