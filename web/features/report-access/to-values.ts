import { call } from '../../app/data/api.ts';
import type { ValuesOf } from '../../ui/access/FilterFields.tsx';

/** Reads column values of a report's model from the service. */
export const valuesOfReport = (report: string): ValuesOf => ({
  report,
  read: (table, column) => call('POST /api/auth/reports/{id}/values', { id: report, table, column }),
});
