import * as accounts from '../accounts/contract.ts';
import * as auditLog from '../audit-log/contract.ts';
import * as automaticActions from '../automatic-actions/contract.ts';
import * as biAccounts from '../bi-accounts/contract.ts';
import * as biAccountsResources from '../bi-accounts/resources/contract.ts';
import * as biAccountsWorkspaces from '../bi-accounts/workspaces/contract.ts';
import * as capacity from '../capacity/contract.ts';
import * as capacityShifts from '../capacity/shifts-contract.ts';
import * as capacityWaking from '../capacity/waking-contract.ts';
import * as catalogs from '../catalogs/contract.ts';
import * as comments from '../comments/contract.ts';
import * as companies from '../companies/contract.ts';
import * as customFields from '../custom-fields/contract.ts';
import * as customFieldsReview from '../custom-fields/review-contract.ts';
import * as customers from '../customers/contract.ts';
import * as embedding from '../embedding/contract.ts';
import * as entra from '../entra/contract.ts';
import * as exports from '../exports/contract.ts';
import * as faq from '../faq/contract.ts';
import * as htmlImport from '../html-import/contract.ts';
import * as identities from '../identities/contract.ts';
import * as jobs from '../jobs/contract.ts';
import * as listViews from '../list-views/contract.ts';
import * as mail from '../mail/contract.ts';
import * as mailTemplates from '../mail-templates/contract.ts';
import * as maintenance from '../maintenance/contract.ts';
import * as messages from '../messages/contract.ts';
import * as notices from '../notices/contract.ts';
import * as notifications from '../notifications/contract.ts';
import * as overview from '../overview/contract.ts';
import * as partnerAccess from '../partner-access/contract.ts';
import * as playlists from '../playlists/contract.ts';
import * as playlistsDevices from '../playlists/devices-contract.ts';
import * as questionnaire from '../questionnaire/contract.ts';
import * as remoteAccessActing from '../remote-access/acting-contract.ts';
import * as remoteAccess from '../remote-access/contract.ts';
import * as remoteAccessWait from '../remote-access/wait-contract.ts';
import * as reportAccess from '../report-access/contract.ts';
import * as reportAccessExplain from '../report-access/explain-contract.ts';
import * as reportGroups from '../report-groups/contract.ts';
import * as reportManagement from '../report-management/contract.ts';
import * as reportManagementImport from '../report-management/import-contract.ts';
import * as reportViews from '../report-views/contract.ts';
import * as reports from '../reports/contract.ts';
import * as saml from '../saml/contract.ts';
import * as scim from '../scim/contract.ts';
import * as session from '../session/contract.ts';
import * as sessionUse from '../session/use-contract.ts';
import * as settings from '../settings/contract.ts';
import * as signInLog from '../sign-in-log/contract.ts';
import * as tenants from '../tenants/contract.ts';
import * as twoFactor from '../two-factor/contract.ts';
import * as twoFactorRecovery from '../two-factor/recovery-contract.ts';
import * as usage from '../usage/contract.ts';
import * as userGroups from '../user-groups/contract.ts';
import * as userImports from '../user-imports/contract.ts';
import * as usersChange from '../users/change-contract.ts';
import * as users from '../users/contract.ts';
import * as usersOwn from '../users/own-contract.ts';
import * as waysIn from '../ways-in/contract.ts';
import type { Endpoint } from './endpoint.ts';

/** The contracts of every feature; `tests/guards/contracts.test.ts` fails if a file is missing. */
const contracts = [
  accounts,
  auditLog,
  automaticActions,
  biAccounts,
  biAccountsResources,
  biAccountsWorkspaces,
  capacity,
  capacityShifts,
  capacityWaking,
  catalogs,
  comments,
  companies,
  customFields,
  customFieldsReview,
  customers,
  embedding,
  entra,
  exports,
  faq,
  htmlImport,
  identities,
  jobs,
  listViews,
  mail,
  mailTemplates,
  maintenance,
  notices,
  messages,
  notifications,
  overview,
  partnerAccess,
  playlists,
  playlistsDevices,
  questionnaire,
  remoteAccess,
  remoteAccessActing,
  remoteAccessWait,
  reportAccess,
  reportAccessExplain,
  reportGroups,
  reportManagement,
  reportManagementImport,
  reportViews,
  reports,
  saml,
  scim,
  session,
  sessionUse,
  settings,
  signInLog,
  tenants,
  twoFactor,
  twoFactorRecovery,
  usage,
  userGroups,
  userImports,
  users,
  usersChange,
  usersOwn,
  waysIn,
] as const;

type EndpointOf<Contract> = Extract<Contract[keyof Contract], Endpoint>;
export type AnyEndpoint = (typeof contracts)[number] extends infer Contract
  ? Contract extends object
    ? EndpointOf<Contract>
    : never
  : never;

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Every endpoint of the API: what the contracts export. The guards, the API description and the typed client read this list. */
export const endpoints: readonly AnyEndpoint[] = contracts.flatMap((contract) => Object.values(contract).filter(isEndpoint));
