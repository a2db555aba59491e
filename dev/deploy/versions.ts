import { type Cloudflare, unlessMissing } from './cloudflare.ts';

type Deployment = { id: string; versions: { version_id: string; percentage: number }[] };
export type Version = { id: string; annotations?: { 'workers/tag'?: string; 'workers/message'?: string } };

const scripts = (cloudflare: Cloudflare, name: string) => cloudflare.inAccount(`/workers/scripts/${name}`);

/** The versions that served, newest first, once for each time they were put in service. Empty: the Worker doesn't exist yet. */
export async function servedVersions(cloudflare: Cloudflare, name: string): Promise<string[]> {
  const found = await unlessMissing(cloudflare.call<{ deployments: Deployment[] }>('GET', `${scripts(cloudflare, name)}/deployments`));
  return (found?.deployments ?? []).flatMap(({ versions }) => versions.filter(({ percentage }) => percentage === 100)[0]?.version_id ?? []);
}

/** The version to go back to: the one that served before the current version first did, so that a second rollback goes further back. */
export function versionBefore(served: readonly string[]): string | undefined {
  return served[served.lastIndexOf(served[0] ?? '') + 1];
}

export const getVersion = (cloudflare: Cloudflare, name: string, id: string): Promise<Version> =>
  cloudflare.call('GET', `${scripts(cloudflare, name)}/versions/${id}`);

/** The last migration that a version was deployed with; uploadVersion writes it. */
export const getMigration = ({ annotations }: Version): string | undefined =>
  /\b\d{4}_[a-z0-9_]+\.sql\b/.exec(annotations?.['workers/message'] ?? '')?.[0];

/** Puts a version in service. Its secrets and settings come back with it even if they have changed since, hence the force. */
export async function serve(cloudflare: Cloudflare, name: string, version: string, why: string): Promise<void> {
  await cloudflare.call('POST', `${scripts(cloudflare, name)}/deployments?force=true`, {
    strategy: 'percentage',
    versions: [{ version_id: version, percentage: 100 }],
    annotations: { 'workers/message': why.slice(0, 100) },
  });
}
