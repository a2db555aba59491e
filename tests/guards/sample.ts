import type { Profile } from '../../domain/access/profile.ts';
import type { ErrorCode } from '../../domain/errors/catalogue.ts';
import type { Tenant } from '../support/make-tenant.ts';
import type { User } from '../support/make-user.ts';

/** What a call may name of a tenant: one of each kind, and a second one for lists. */
export const idKeys = [
  'user',
  'user2',
  'group',
  'subgroup',
  'report',
  'report2',
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
  'identity',
] as const;
/** The last three are no rows of a tenant: a workspace at the service that the second account reaches, a report there beside the first one's, and one in that workspace. */
export type Ids = Record<(typeof idKeys)[number] | 'serviceWorkspace' | 'serviceCopy' | 'serviceReport', string>;
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

/** The ticket with which the person of a place comes back from his other unit. */
export const ticketOf = (sibling: string) => sibling.replaceAll('-', '').padEnd(43, 'A');

export type Call = { path: string; body?: unknown };
export type Sample = {
  /** A valid call in a place; a call of a list names a second thing too. */
  of(ids: Ids, email: string): Call;
  /** What naming something that is not there answers, where it is not 404. */
  absent?: 200 | 409;
  /** Who may call and is refused all the same, because of what the place is, and with which code. */
  refused?: Partial<Record<Profile, ErrorCode>>;
  /** A call that is no GET and yet changes nothing that an administrator would look for in the audit. */
  unaudited?: true;
  /** What it names is the person's, whatever his unit: his own call for it succeeds from everywhere. */
  ofAccount?: true;
  /** A second call of the same answers otherwise. */
  once?: true;
  /** The rest of such a call is still done. */
  keepsRest?: true;
  /** Round trips to the database of a first and of a later call, where they differ from what the method promises. */
  trips?: readonly [first: number, later: number];
  /** It changes the caller's account, which must then be nobody else's; with second factors of its own, where it is about these. */
  alone?: true | 'factors';
};
