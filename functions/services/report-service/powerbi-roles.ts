import type { ModelRole } from '../../../domain/report-access/model-roles.ts';
import { at, type Client, getObject, getText, needed } from './client.ts';
import type { ReportProvider } from './port.ts';
import { ServiceError } from './service-error.ts';

const maxLooks = 6;
const betweenLooksMs = 700;
// Scans need a permission that an administrator of the service grants; without it there is no list.
const withoutRight: readonly ServiceError['code'][] = ['unauthorized', 'forbidden', 'not_found', 'bad_request'];

const getList = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(getObject) : []);

/**
 * The RLS roles of a model. The service lists them only in a metadata scan of the workspace, which the service principal may request if its
 * administrator allows read-only admin APIs.
 */
export const rolesOfModels = (client: Client): Pick<ReportProvider, 'modelRoles'> => ({
  async modelRoles(account, workspaceId, datasetId) {
    const ask = (path: string) => client.ask(account, { path, asPrincipal: true });
    try {
      const scan = getObject(
        await client.ask(account, {
          ...{ method: 'POST', path: '/admin/workspaces/getInfo?datasetSchema=True&datasetExpressions=True' },
          ...{ json: { workspaces: [workspaceId] }, asPrincipal: true, again: true },
        }),
      );
      const id = needed(scan.id);
      for (let look = 0; look < maxLooks; look += 1) {
        const { status } = getObject(await ask(at`/admin/workspaces/scanStatus/${id}`));
        if (status === 'Succeeded') return rolesIn(await ask(at`/admin/workspaces/scanResult/${id}`), datasetId);
        if (status === 'Failed') return null;
        await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
      }
      return null;
    } catch (error) {
      if (error instanceof ServiceError && withoutRight.includes(error.code)) return null;
      throw error;
    }
  },
});

function rolesIn(result: unknown, datasetId: string): ModelRole[] | null {
  const datasets = getList(getObject(result).workspaces).flatMap(({ datasets }) => getList(datasets));
  const dataset = datasets.find(({ id }) => id === datasetId);
  // A scan without schemas names the model but none of its parts.
  if (!dataset || !Array.isArray(dataset.roles)) return null;
  return getList(dataset.roles).map(({ name, tablePermissions }) => ({
    name: needed(name),
    open: getList(tablePermissions).every(({ filterExpression }) => getText(filterExpression).trim() === ''),
  }));
}
