import { newId, refuse, type Sim, type SimApp, type SimContext } from '../sim.ts';
import type { SimWorkspace } from '../world-types.ts';
import { bad, base, getWorkspace, hidden, list, maxWorkspaces, text, toJson } from './shared.ts';

const rights = ['Admin', 'Member', 'Contributor', 'Viewer'];
const kinds = ['App', 'User', 'Group'];
const noCapacity = '00000000-0000-0000-0000-000000000000';
const assignTakesMs = 1_500;

const getBody = ({ id, name, capacityId }: SimWorkspace) => ({
  id,
  name,
  type: 'Workspace',
  isReadOnly: false,
  isOnDedicatedCapacity: capacityId !== null,
  ...(capacityId !== null && { capacityId }),
});

/** Reads the one shape of $filter that is asked for: contains(name,'…') and name eq '…'. */
function getFilter(filter: string | undefined): ((name: string) => boolean) | null {
  if (!filter) return () => true;
  const [, within, exact] = /^(?:contains\((?:tolower\()?name\)?,\s*'((?:[^']|'')*)'\)|name eq '((?:[^']|'')*)')$/.exec(filter) ?? [];
  const plain = (quoted: string) => quoted.replaceAll("''", "'").toLowerCase();
  if (within !== undefined) return (name) => name.toLowerCase().includes(plain(within));
  return exact === undefined ? null : (name) => name.toLowerCase() === plain(exact);
}

/** Workspaces, their members and their capacities. */
export function workspaceRoutes(app: SimApp, sim: Sim): void {
  app.get(`${base}/groups`, (c) => {
    const passes = getFilter(c.req.query('$filter'));
    if (!passes) return bad(c, 'The $filter is not understood');
    const found = c.get('workspaces').filter(({ name }) => passes(name));
    return list(c, sim, found.map(getBody));
  });
  app.get(`${base}/groups/:group`, (c) => {
    const workspace = getWorkspace(c);
    return workspace ? c.json(getBody(workspace)) : hidden(c, 'group');
  });

  app.post(`${base}/groups`, (c) => {
    const name = text(toJson(c).name);
    const { workspaces } = c.get('principal');
    if (!name || name.length > 200) return bad(c, 'The name of a workspace has 1 to 200 characters');
    if (workspaces.some((known) => known.name.toLowerCase() === name.toLowerCase()))
      return refuse(c, 409, 'PowerBIEntityAlreadyExists', `A workspace named '${name}' exists already`);
    if (workspaces.length >= maxWorkspaces) return refuse(c, 403, 'TooManyWorkspaces', 'No more workspaces can be made');
    const profile = c.get('profile');
    const made: SimWorkspace = {
      ...{ id: newId(), name, capacityId: null, isPrincipals: profile === null, assignedAt: null },
      ...{ users: [], datasets: [], reports: [] },
    };
    workspaces.push(made);
    profile?.workspaceIds.push(made.id);
    return c.json(getBody(made));
  });

  app.get(`${base}/groups/:group/users`, (c) => {
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    const { objectId, profiles } = c.get('principal');
    const own = { identifier: objectId, principalType: 'App', groupUserAccessRight: 'Admin' };
    const asProfiles = profiles
      .filter(({ workspaceIds }) => workspaceIds.includes(workspace.id))
      .map(({ id, displayName }) => ({ ...own, profile: { id, displayName } }));
    return list(c, sim, [...(workspace.isPrincipals ? [own] : []), ...asProfiles, ...workspace.users]);
  });

  const grant = (c: SimContext) => {
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    const body = toJson(c);
    const [identifier, principalType, right] = [text(body.identifier), text(body.principalType), text(body.groupUserAccessRight)];
    if (!identifier || !kinds.includes(principalType) || !rights.includes(right))
      return bad(c, 'The user, its kind or its right is not valid');
    const principal = c.get('principal');
    const profileId = text((body.profile as { id?: unknown } | undefined)?.id); // because text() checks it
    if (principalType !== 'App' || identifier !== principal.objectId) {
      if (principalType === 'App') return bad(c, `The application ${identifier} is not known in the directory`, 'UnknownError');
      workspace.users = [
        ...workspace.users.filter((user) => user.identifier !== identifier).slice(-200),
        { identifier, principalType, groupUserAccessRight: right, profileId: null },
      ];
      return c.body(null, 200);
    }
    if (!profileId) {
      workspace.isPrincipals = true;
      return c.body(null, 200);
    }
    const profile = principal.profiles.find(({ id }) => id === profileId);
    if (!profile) return hidden(c, 'profile');
    if (!profile.workspaceIds.includes(workspace.id)) profile.workspaceIds.push(workspace.id);
    return c.body(null, 200);
  };
  app.post(`${base}/groups/:group/users`, grant);
  app.put(`${base}/groups/:group/users`, grant);

  app.post(`${base}/groups/:group/AssignToCapacity`, (c) => {
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    const wanted = text(toJson(c).capacityId);
    const capacity = c.get('principal').capacities.find(({ id }) => id === wanted);
    if (wanted !== noCapacity && !capacity) return hidden(c, 'capacity');
    workspace.capacityId = capacity?.id ?? null;
    workspace.assignedAt = sim.now();
    return c.body(null, 200);
  });
  app.get(`${base}/groups/:group/CapacityAssignmentStatus`, (c) => {
    const workspace = getWorkspace(c);
    if (!workspace) return hidden(c, 'group');
    const isUnderWay = workspace.assignedAt !== null && sim.now() - workspace.assignedAt < assignTakesMs;
    return c.json({
      status: isUnderWay ? 'InProgress' : 'CompletedSuccessfully',
      ...(workspace.capacityId && { capacityId: workspace.capacityId }),
    });
  });
  app.post(`${base}/RefreshUserPermissions`, (c) => c.body(null, 200));
}
