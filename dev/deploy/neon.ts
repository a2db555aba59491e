import { setTimeout as pause } from 'node:timers/promises';
import { type Say, Stopped } from '../stopped.ts';

type Endpoint = { id: string; host: string; branch_id: string; type: 'read_write' | 'read_only' };
type Operation = { id: string; action: string; status: string };
type Branch = { id: string; name: string; parent_id?: string };

export type Neon = ReturnType<typeof getNeon>;

const patienceMs = 120_000;
const prefix = 'deploy-check-';

/** The few calls of Neon's API (version 2) that a deployment makes. */
export function getNeon({ key, project, base, say }: { key: string; project: string; base: string; say: Say }) {
  async function call<Answer>(method: string, path: string, body?: unknown, attempt = 1): Promise<Answer> {
    const response = await fetch(`${base}/projects/${project}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: Error) => {
      throw new Stopped(`Neon can't be reached (${error.message}). Run the same command again.`);
    });
    // 423: the project is busy with another operation.
    if ((response.status === 423 || response.status === 429 || response.status >= 500) && attempt < 5) {
      await pause(500 * 2 ** attempt);
      return call(method, path, body, attempt + 1);
    }
    const answer = (await response.json().catch(() => ({}))) as Answer & { message?: string };
    if (!response.ok) {
      const help = response.status === 401 || response.status === 403 ? ' Are NEON_API_KEY and NEON_PROJECT_ID right?' : '';
      throw new Stopped(`Neon refused ${method} ${path || '/'}: ${answer.message ?? `HTTP ${response.status}`}.${help}`);
    }
    return answer;
  }

  async function finished(operations: Operation[]): Promise<void> {
    for (const { id, action } of operations) {
      for (const deadline = Date.now() + patienceMs; ; await pause(300)) {
        const { operation } = await call<{ operation: Operation }>('GET', `/operations/${id}`);
        if (operation.status === 'finished' || operation.status === 'skipped') break;
        if (['failed', 'error', 'cancelled'].includes(operation.status))
          throw new Stopped(`Neon's operation ${action} ${operation.status}.`);
        if (Date.now() > deadline)
          throw new Stopped(`Neon's operation ${action} takes longer than two minutes. Run the same command again.`);
      }
    }
  }

  async function drop({ id }: Branch): Promise<void> {
    await finished((await call<{ operations: Operation[] }>('DELETE', `/branches/${id}`)).operations);
  }

  /** The branch that an address leads to. */
  async function getBranch(url: string): Promise<string> {
    if (!URL.canParse(url)) throw new Stopped('DATABASE_URL_MIGRATE is no address.');
    const { endpoints } = await call<{ endpoints: Endpoint[] }>('GET', '/endpoints');
    const endpoint = endpoints.find(({ host, type }) => host === new URL(url).hostname && type === 'read_write');
    if (!endpoint) throw new Stopped(`DATABASE_URL_MIGRATE leads to no compute of the Neon project ${project}. Is NEON_PROJECT_ID right?`);
    return endpoint.branch_id;
  }

  /**
   * Lends a branch of the database behind `url`, as it is or as it was at `at`, and deletes it afterwards. If this process is killed, Neon
   * deletes it after an hour; a branch left by such a run is deleted first.
   */
  async function withBranch<Result>(url: string, work: (url: string) => Promise<Result>, at?: string): Promise<Result> {
    const parent = await getBranch(url);
    const { branches } = await call<{ branches: Branch[] }>('GET', '/branches');
    for (const left of branches.filter(({ name, parent_id }) => name.startsWith(prefix) && parent_id === parent)) await drop(left);
    const { branch, endpoints, operations } = await call<{ branch: Branch; endpoints: Endpoint[]; operations: Operation[] }>(
      'POST',
      '/branches',
      {
        branch: {
          name: `${prefix}${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`,
          parent_id: parent,
          expires_at: new Date(Date.now() + 3_600_000).toISOString(),
          ...(at && { parent_timestamp: at }),
        },
        endpoints: [{ type: 'read_write' }],
      },
    );
    try {
      await finished(operations);
      // Children of a protected branch have other passwords, so Neon is asked for the whole connection string.
      const query = new URLSearchParams({
        branch_id: branch.id,
        endpoint_id: endpoints[0]?.id ?? '',
        database_name: decodeURIComponent(new URL(url).pathname.slice(1)),
        role_name: decodeURIComponent(new URL(url).username),
      });
      const { uri } = await call<{ uri: string }>('GET', `/connection_uri?${query}`);
      return await work(uri);
    } finally {
      // An error of the work takes precedence over a branch that couldn't be deleted: Neon deletes it after an hour, the next run before
      // that.
      await drop(branch).then(
        () => say(`The branch ${branch.name} is deleted.`),
        (error: Error) => say(`The branch ${branch.name} is still there; Neon deletes it within an hour. (${error.message})`),
      );
    }
  }

  /** Restores the branch behind `url` to a moment, in place; returns the name of the branch that keeps the state before. */
  async function restore(url: string, at: string): Promise<string> {
    const id = await getBranch(url);
    const kept = `before-restore-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
    const body = { source_branch_id: id, source_timestamp: at, preserve_under_name: kept };
    await finished((await call<{ operations: Operation[] }>('POST', `/branches/${id}/restore`, body)).operations);
    return kept;
  }

  return { getBranch, withBranch, restore };
}
