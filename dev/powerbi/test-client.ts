import { randomUUID } from 'node:crypto';
import type { QueryReply } from './model/types.ts';

export type Registered = { directoryId: string; appId: string; secret: string; workspaceId: string; plain: Ids; guarded: Ids };
type Ids = { reportId: string; datasetId: string };
type Identity = { username: string; roles?: string[]; datasets?: string[] };

/** Talks to a running stand-in as the portal does; every client registers a separate service principal. */
export function client(url: string) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

  const powerBiScope = 'https://analysis.windows.net/powerbi/api/.default';
  const entra = (who: Pick<Registered, 'directoryId' | 'appId' | 'secret'>, scope = powerBiScope): Promise<Response> =>
    fetch(`${url}/${who.directoryId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: who.appId,
        client_secret: who.secret,
        scope,
      }),
    });
  const bearer = async (who: Registered, scope = powerBiScope): Promise<string> =>
    ((await (await entra(who, scope)).json()) as { access_token: string }).access_token; // because a registered principal is answered

  return {
    post,
    entra,
    bearer,

    async register(): Promise<Registered> {
      const ids = (): Ids => ({ reportId: randomUUID(), datasetId: randomUUID() });
      const made = {
        directoryId: randomUUID(),
        appId: randomUUID(),
        secret: randomUUID(),
        workspaceId: randomUUID(),
        plain: ids(),
        guarded: ids(),
      };
      const { plain, guarded, workspaceId, ...principal } = made;
      const workspace = {
        id: workspaceId,
        datasets: [{ id: plain.datasetId }, { id: guarded.datasetId, roles: { Regional: 'region', Diretoria: null } }],
        reports: [plain, guarded].map(({ reportId, datasetId }) => ({ id: reportId, datasetId })),
      };
      await post('/__sim/principals', { ...principal, workspaces: [workspace] });
      return made;
    },

    rest: async (who: Registered, path: string): Promise<Response> =>
      fetch(`${url}/v1.0/myorg${path}`, { headers: { authorization: `Bearer ${await bearer(who)}` } }),

    generate: async (who: Registered, body: unknown, token?: string): Promise<Response> =>
      post('/v1.0/myorg/GenerateToken', body, { authorization: `Bearer ${token ?? (await bearer(who))}` }),

    /** A token for one report, or the refusal that came instead. */
    async mint(who: Registered, { reportId, datasetId }: Ids, identity?: Identity, extra: Record<string, unknown> = {}) {
      const identities = identity ? [{ datasets: [datasetId], ...identity }] : undefined;
      const response = await this.generate(who, { reports: [{ id: reportId }], datasets: [{ id: datasetId }], identities, ...extra });
      // The route answers one of the two.
      const body = (await response.json()) as { token: string; expiration: string; error?: { code: string; message: string } };
      return { status: response.status, ...body };
    },

    async query(reportId: string, token: string, query: unknown = {}): Promise<{ status: number; reply: QueryReply }> {
      const response = await post(`/embed/reports/${reportId}/query`, query, { authorization: `EmbedToken ${token}` });
      return { status: response.status, reply: (await response.json()) as QueryReply }; // because callers look at the reply of a 200 only
    },
  };
}
