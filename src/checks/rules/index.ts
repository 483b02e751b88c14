/** All rules in the order in which they are shown. */
import type { AnyRule } from "../types.js";
import * as changeRequests from "./change-requests.js";
import * as changedLinks from "./changed-links.js";
import * as links from "./links.js";
import * as members from "./members.js";
import * as organization from "./organization.js";
import * as pages from "./pages.js";
import * as signOn from "./sign-on.js";
import * as sites from "./sites.js";
import * as spaces from "./spaces.js";
import * as specifications from "./specifications.js";
import * as teams from "./teams.js";
import * as translations from "./translations.js";

export const RULES: readonly AnyRule[] = [
  links.linksBroken,
  links.linkOutside,
  links.linksInApp,
  links.linkInsecure,
  links.linkUnsafe,
  links.linkExternalBroken,
  links.linkExternalMoved,
  links.includeMissing,
  links.includeBrokenLink,
  pages.variableMissing,
  pages.pageHiddenOrphan,
  pages.pageNoindex,
  pages.pageEmpty,
  pages.pageTitleTwice,
  pages.headingJump,
  pages.imageWithoutAlt,
  pages.pageOld,
  pages.coverMissing,
  spaces.fileOrphan,
  spaces.spaceEmpty,
  spaces.spaceOrphan,
  spaces.spaceLockedLong,
  spaces.gitSyncBehind,
  spaces.collectionEmpty,
  spaces.commentsOld,
  pages.ignoreComment,
  changedLinks.crBrokenLinks,
  changeRequests.crVariableMissing,
  changeRequests.crOutdated,
  changeRequests.crUnresolvedComments,
  changeRequests.crOverlap,
  changeRequests.crStale,
  changeRequests.crDraftOld,
  changeRequests.crAuthorGone,
  changeRequests.crNoSubject,
  organization.orgInviteLinks,
  organization.orgDefaultRoleBroad,
  organization.spaceLevelBroad,
  organization.spaceNoOwner,
  members.memberGuest,
  members.memberInactive,
  members.memberNeverSeen,
  members.memberDisabledInTeam,
  members.memberForeignDomain,
  members.memberNoSso,
  members.adminsMany,
  members.adminSingle,
  teams.teamNoOwner,
  teams.teamOneOwner,
  teams.teamEmpty,
  teams.teamSameTitle,
  signOn.orgSsoOff,
  signOn.samlCertExpiry,
  signOn.samlCertInvalid,
  signOn.samlCertPrivateKey,
  signOn.samlCertWeak,
  signOn.samlPending,
  sites.conditionUnknownAttribute,
  sites.conditionNoSchema,
  sites.conditionAdaptiveOff,
  sites.shareLinkOld,
  sites.shareLinkUnnamed,
  sites.shareLinkUnused,
  sites.siteUnpublishedOld,
  sites.siteEmpty,
  sites.siteUnlisted,
  sites.defaultContentUnpublished,
  specifications.specFailed,
  specifications.specPendingLong,
  specifications.specInsecureSource,
  specifications.specSecretInAddress,
  specifications.specUnused,
  translations.translationFailed,
  translations.translationPendingLong,
  translations.translationBehind,
  organization.orgBillingFailed,
  organization.orgBlocked,
];

/**
 * Rules for a change in a repository and against a snapshot: a change elsewhere breaks a page that is as it was.
 * `cr-broken-links` and `cr-variable-missing` find the same in a change request.
 */
export const RULES_OF_CHANGES: readonly string[] = [
  links.linksBroken,
  links.includeMissing,
  links.includeBrokenLink,
  pages.coverMissing,
  pages.variableMissing,
].map(({ id }) => id);

export const ruleNamed = (id: string): AnyRule | undefined => RULES.find((rule) => rule.id === id);
