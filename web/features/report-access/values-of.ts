import { call } from '../../app/api.ts';
import type { ValuesOf } from '../../ui/access/FilterFields.tsx';

/** Reads the values of a report's model at the service. */
export const valuesOfReport = (report: string): ValuesOf => ({
  report,
  read: (table, column) => call('POST /api/auth/reports/{id}/values', { id: report, table, column }),
});
