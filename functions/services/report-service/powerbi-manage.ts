import { at, type Client, getItems, getObject, getText, needed } from './client.ts';
import type { ReportProvider, ServiceProfile } from './port.ts';
import { findReport } from './powerbi-browse.ts';
import { ServiceError } from './service-error.ts';

type Part = 'clone' | 'rebind' | 'deleteReport' | 'listProfiles' | 'createProfile' | 'deleteProfile' | 'grantProfile';

/** Changes to reports, and the profiles that separate the tenants of one service principal. */
export const managing = (client: Client): Pick<ReportProvider, Part> => ({
  async clone(account, { workspaceId, reportId, name, targetWorkspaceId }) {
    const path = at`/groups/${workspaceId}/reports/${reportId}/Clone`;
    return findReport(
      getObject(await client.ask(account, { method: 'POST', path, json: { name, ...(targetWorkspaceId && { targetWorkspaceId }) } })),
    );
  },

  async rebind(account, workspaceId, reportId, datasetId) {
    const path = at`/groups/${workspaceId}/reports/${reportId}/Rebind`;
    await client.reply(account, { method: 'POST', path, json: { datasetId }, again: true });
  },

  async deleteReport(account, workspaceId, reportId) {
    await client.reply(account, { method: 'DELETE', path: at`/groups/${workspaceId}/reports/${reportId}` });
  },

  async listProfiles(account) {
    return getItems(await client.ask(account, { path: '/profiles', asPrincipal: true })).map(getProfile);
  },

  async createProfile(account, name) {
    const made = await client.ask(account, { method: 'POST', path: '/profiles', json: { displayName: name }, asPrincipal: true });
    return getProfile(getObject(made));
  },

  async deleteProfile(account, profileId) {
    await client.reply(account, { method: 'DELETE', path: at`/profiles/${profileId}`, asPrincipal: true });
  },

  async grantProfile(account, workspaceId, profileId, right) {
    // The service identifies a principal by its object id, which the directory shows next to the app's id.
    if (!account.objectId) throw new ServiceError('bad_request', { serviceCode: 'ObjectIdMissing' });
    const json = {
      identifier: account.objectId,
      principalType: 'App',
      groupUserAccessRight: right,
      profile: { id: profileId },
    };
    await client.reply(account, { method: 'POST', path: at`/groups/${workspaceId}/users`, json, asPrincipal: true });
  },
});

const getProfile = (profile: Record<string, unknown>): ServiceProfile => ({ id: needed(profile.id), name: getText(profile.displayName) });
