import { useState } from 'react';
import {
  dayIn,
  draftOf,
  draftProblems,
  type FilterDraft,
  type GrantDraft,
  type GrantWire,
  isRight,
  startingDraft,
  wireOf,
} from '../../../domain/report-access/draft.ts';
import type { GrantedReport } from '../../../domain/report-access/grant-rule.ts';
import type { Rows } from '../../../domain/report-access/rows.ts';

type Start = { report: GrantedReport; zone: string; grant?: GrantWire };

/** The state of a grant's form: what was typed over how it began, what is wrong with it, and what it sends. */
export function useGrantForm({ report, zone, grant }: Start) {
  const base = grant ? draftOf(grant, zone) : startingDraft(report);
  const [edits, setEdits] = useState<Partial<GrantDraft>>({});
  const [tried, setTried] = useState(false);
  const draft: GrantDraft = { ...base, ...edits };
  const today = dayIn(Date.now(), zone);
  const problems = draftProblems(draft, report, today);
  const set = <Field extends keyof GrantDraft>(field: Field, value: GrantDraft[Field]) =>
    setEdits((before) => ({ ...before, [field]: value }));
  return {
    report,
    draft,
    today,
    dirty: JSON.stringify(draft) !== JSON.stringify(base),
    set,
    setRows: (rows: Rows) => setEdits((before) => ({ ...before, ...rows })),
    setFilter: (at: number, change: Partial<FilterDraft>) =>
      set(
        'filters',
        draft.filters.map((filter, index) => (index === at ? { ...filter, ...change } : filter)),
      ),
    problems: tried ? problems : { filters: {} },
    /** Shows what is wrong, everywhere; true when nothing is. */
    check(): boolean {
      setTried(true);
      return isRight(problems);
    },
    wire: (): GrantWire => wireOf(draft, zone),
  };
}
export type GrantForm = ReturnType<typeof useGrantForm>;
