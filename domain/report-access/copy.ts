import type { Refusal } from '../errors/refusal.ts';
import { cut } from '../text/cut.ts';
import { normalName } from '../text/name.ts';
import { maxCopyTitle } from './limits.ts';

/** A copy as the report service describes it. */
export type SavedCopy = { id: string; name: string; datasetId: string | null };
export type CopyFacts = {
  original: { serviceReportId: string | null; datasetId: string | null; title: string };
  /** Reports here that show this copy already. */
  taken: readonly { id: string; title: string; serviceReportId: string | null; own: boolean }[];
};
/** The copy is here already, or is added under a title. */
export type CopyPlan = { kept: { id: string; title: string } } | { title: string };

/** Only a copy on the original's data is accepted, once; a copy that another user keeps is as absent as one that doesn't exist. */
export function decideCopy(copy: SavedCopy, { original, taken }: CopyFacts): CopyPlan | Refusal {
  const absent: Refusal = { refused: 'not_found', field: 'serviceReportId' };
  if (copy.id === original.serviceReportId || copy.datasetId !== original.datasetId) return absent;
  const here = taken.filter(({ serviceReportId }) => serviceReportId === copy.id);
  const own = here.find((report) => report.own);
  if (own) return { kept: { id: own.id, title: own.title } };
  return here.length > 0 ? absent : { title: cut(normalName(copy.name), maxCopyTitle) || original.title };
}
