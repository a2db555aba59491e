import type { Profile } from '../../domain/access/profile.ts';
import type { ErrorCode } from '../../domain/errors/catalogue.ts';
import type { Tenant } from '../support/make-tenant.ts';
import type { User } from '../support/make-user.ts';

/** The ids in a tenant that a call may name: one of each kind, and a second one for lists. */
export const idKeys = [
  'user',
  'user2',
  'group',
  'subgroup',
  'report',
  'report2',
  'notice',
  'notice2',
  'message',
  'notification',
  'window',
  'account',
  'account2',
  'workspace',
  'workspace2',
  'userGroup',
  'scimToken',
  'scimGroup',
  'grant',
  'factor',
  'session',
  'groupGrant',
  'view',
  'listView',
  'linked',
  'upload',
  'sent',
  'playlist',
  'playlistItem',
  'device',
  'onCatalog',
  'request',
  'ownRequest',
  'denied',
  'file',
  'underWay',
  'failedFile',
  'comment',
  'ownComment',
  'remote',
  'theme',
  'invitee',
  'removed',
  'sibling',
  'unitBelow',
  'personBelow',
  'relation',
  'customField',
  'customField2',
  'writer',
  'ownUnit',
  'ownUnitPerson',
  'importDraft',
  'importRunning',
  'importEnded',
  'embedKey',
  'deadLetter',
  'unit',
  'unitInvitee',
  'party',
  'samlApp',
  'shift',
  'identity',
  'capacity',
  'task',
  'messageTask',
  'run',
  'openRun',
  'faqEntry',
  'faqEntry2',
] as const;
/**
 * The last four aren't rows of a tenant: a workspace at the service that the second account can access, a report there next to the first
 * account's, one in that workspace, and the second account's capacity in Azure.
 */
export type Ids = Record<(typeof idKeys)[number] | 'serviceWorkspace' | 'serviceCopy' | 'serviceReport' | 'armId', string>;
export type Place = {
  tenant: Tenant;
  person: User;
  profile: Profile;
  ids: Ids;
  token: string /** The token of its display. */;
  player: string;
  /** The token of an embedded page of its report. */
  embed: string;
};

/** The ticket with which the person of a place returns from their other unit. */
export const getTicket = (sibling: string) => sibling.replaceAll('-', '').padEnd(43, 'A');

export type Call = { path: string; body?: unknown };
export type Sample = {
  /** A valid call in a place; a call of a list names a second thing too. */
  of(ids: Ids, email: string): Call;
  /** The answer to an id that doesn't exist, if not 404. */
  absent?: 200 | 409;
  /** Profiles that may call but are refused because of the place's state, with the code. */
  refused?: Partial<Record<Profile, ErrorCode>>;
  /** A call other than GET that changes nothing worth an audit entry. */
  unaudited?: true;
  /** It names something of the person, not of a unit: the person's call succeeds from every unit. */
  ofAccount?: true;
  /** The same call answers differently the second time. */
  once?: true;
  /** The rest of such a call is still carried out. */
  keepsRest?: true;
  /** Database round trips of a first and a later call, if they differ from the method's default. */
  trips?: readonly [first: number, later: number];
  /** It changes the caller's account, which therefore must be unshared; with second factors if the call is about them. */
  alone?: true | 'factors';
};
