import { ScimError } from '../../../domain/scim/error.ts';
import { createUser } from './create-user.ts';
import { discover } from './discovery.ts';
import { listGroups, readGroup, searchGroups } from './find-groups.ts';
import { listUsers, readUser, searchUsers } from './find-users.ts';
import { checkToken } from './log.ts';
import { removeUser } from './remove-user.ts';
import type { ScimAnswer, ScimCall, ScimContext } from './request.ts';
import { listAnswer, type Search, toSearch } from './search.ts';
import { createGroup, patchGroup, removeGroup, replaceGroup } from './write-group.ts';
import { patchUser, replaceUser } from './write-user.ts';

type Verb = (scim: ScimContext, call: ScimCall, id: string) => Promise<ScimAnswer>;
type Verbs = Partial<Record<string, Verb>>;

const users: Verbs = { GET: (scim, call) => listUsers(scim, toSearch(call.query)), POST: createUser };
const user: Verbs = { GET: readUser, PUT: replaceUser, PATCH: patchUser, DELETE: removeUser };
const groups: Verbs = { GET: (scim, call) => listGroups(scim, toSearch(call.query)), POST: createGroup };
const group: Verbs = { GET: readGroup, PUT: replaceGroup, PATCH: patchGroup, DELETE: removeGroup };
const discovery: Verbs = { GET: discover };

const refused =
  (status: number, detail: string): Verb =>
  async (scim) => {
    await checkToken(scim);
    throw new ScimError(status, detail);
  };
const noMe = refused(501, 'A token is no person: there is no "Me".');
const me: Verbs = { GET: noMe, POST: noMe, PUT: noMe, PATCH: noMe, DELETE: noMe };

/** Both resource types as one list: users first (RFC 7644, 3.4.2.1). */
async function listEverything(scim: ScimContext, search: Search): Promise<ScimAnswer> {
  const people = await searchUsers(scim, search);
  const left = search.count - people.resources.length;
  const startIndex = Math.max(1, search.startIndex - people.total);
  const found = await searchGroups(scim, { ...search, startIndex, count: left });
  return listAnswer(people.total + found.total, search.startIndex, [...people.resources, ...found.resources]);
}

const searching = (list: (scim: ScimContext, search: Search) => Promise<ScimAnswer>): Verbs => ({
  POST: (scim, call) => list(scim, toSearch(call.body ?? {})),
});

const places = ['Users', 'Groups', 'Schemas', 'ResourceTypes', 'ServiceProviderConfig', 'Bulk', 'Me'];
/** Some clients write the names of paths in another case. */
export const placed = ([first = '', ...rest]: readonly string[]): string[] => [
  places.find((place) => place.toLowerCase() === first.toLowerCase()) ?? first,
  ...rest,
];

/** The verbs of a path; null where nothing exists. */
function getVerbs([first = '', second, ...more]: readonly string[]): Verbs | null {
  if (more.length > 0) return null;
  const single = second === undefined;
  switch (first) {
    case '':
      return single ? { GET: (scim, call) => listEverything(scim, toSearch(call.query)) } : null;
    case '.search':
      return single ? searching(listEverything) : null;
    case 'Users':
      return single ? users : second === '.search' ? searching(listUsers) : user;
    case 'Groups':
      return single ? groups : second === '.search' ? searching(listGroups) : group;
    case 'ServiceProviderConfig':
      return single ? discovery : null;
    case 'Schemas':
    case 'ResourceTypes':
      return discovery;
    case 'Me':
      return single ? me : null;
    default:
      return null;
  }
}

/** Routes a call to its verb. 404 and 405 are answered only to a valid token. */
export async function route(scim: ScimContext, call: ScimCall): Promise<ScimAnswer> {
  const verbs = getVerbs(call.path);
  const verb = verbs?.[call.method];
  if (verb) return verb(scim, call, call.path[1] ?? '');
  await checkToken(scim);
  if (!verbs) throw new ScimError(404, 'There is nothing at this address.');
  const allow = Object.keys(verbs).join(', ');
  throw new ScimError(405, `This address takes ${allow}.`, undefined, { allow });
}
