import { at, type Client, getObject } from './client.ts';
import type { ReportProvider } from './port.ts';
import { ServiceError } from './service-error.ts';

// There is no list if the model or column doesn't exist, a setting of the service's tenant forbids it, or the model has row-level security.
const noList: readonly ServiceError['code'][] = ['unauthorized', 'forbidden', 'not_found', 'bad_request'];
const getList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const daxTable = (name: string) => `'${name.replaceAll("'", "''")}'`;
const daxColumn = (name: string) => `[${name.replaceAll(']', ']]')}]`;

/** The values of a column, read by a query limited to what is shown. */
export const valuesOfModels = (client: Client): Pick<ReportProvider, 'columnValues'> => ({
  async columnValues(account, workspaceId, datasetId, { table, column, most }) {
    const name = `${daxTable(table)}${daxColumn(column)}`;
    const query = `EVALUATE TOPN(${most}, DISTINCT(${name}), ${name}, ASC) ORDER BY ${name} ASC`;
    try {
      const answer = await client.ask(account, {
        ...{ method: 'POST', path: at`/groups/${workspaceId}/datasets/${datasetId}/executeQueries`, again: true },
        json: { queries: [{ query }], serializerSettings: { includeNulls: false } },
      });
      const [result] = getList(getObject(answer).results);
      const [shown] = getList(getObject(result).tables);
      return getList(getObject(shown).rows).flatMap((row) => Object.values(getObject(row)).map(String));
    } catch (error) {
      if (error instanceof ServiceError && noList.includes(error.code)) return null;
      throw error;
    }
  },
});
