import { can } from '../../../domain/access/permissions.ts';
import { loadAuditLog } from '../../features/audit-log/loader.ts';
import { loadEntra } from '../../features/entra/loader.ts';
import { loadFailedJobs } from '../../features/jobs/loader.ts';
import { loadPartnerAccess } from '../../features/partner-access/loader.ts';
import { loadAnswers } from '../../features/questionnaire/loader.ts';
import { loadRemoteAccess, tabOf } from '../../features/remote-access/loader.ts';
import { loadSaml } from '../../features/saml/loader.ts';
import { loadScim } from '../../features/scim/loader.ts';
import { loadSignInLog } from '../../features/sign-in-log/loader.ts';
import type { managedLoaders } from './managed-loaders.ts';
import type { PageLoader } from './page-loader.ts';

/** `/analyze`: the failed jobs have a tab of this page. */
const loadAnalyze: PageLoader = (address) =>
  address.values.tab === 'jobs' && can(address.who, 'jobs.manage') ? loadFailedJobs(address) : [];

/** `/remote/authorization`: a partner's access has a tab of this page. */
const loadRemoteAuthorization: PageLoader = (address) =>
  tabOf(address.who, address.values.tab) === 'partner' ? loadPartnerAccess(address) : loadRemoteAccess(address);

const settingsAreas: Readonly<Record<string, PageLoader>> = { audit: loadAuditLog, questionnaire: loadAnswers, 'sign-ins': loadSignInLog };
/** `/setting`: one area at a time. */
const loadSettings: PageLoader = (address) =>
  (can(address.who, 'settings.read') && settingsAreas[address.values.area ?? '']?.(address)) || [];

const signOnAreas: Readonly<Record<string, PageLoader>> = { entra: loadEntra, reach: loadWays, scim: loadScim };
/** `/azure/saml`: one area at a time; a visit sees none of them. */
const loadSignOn: PageLoader = (address) => {
  const partner = store.config()?.partner_access_remote;
  if (acting() || partner?.is_partner_admin || partner?.is_partner_user) return [];
  return (signOnAreas[address.values.area ?? ''] ?? loadSaml)(address);
};

/** Loaders that come with the first of these pages, so that home does not load them. */
export const managedLoaders = {
  'remote-authorization': loadRemoteAuthorization,
} as const satisfies Readonly<Record<string, PageLoader>>;
