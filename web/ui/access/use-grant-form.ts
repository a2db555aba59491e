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
import { useForm } from '../use-form.ts';

type Start = { report: GrantedReport; zone: string; grant?: GrantWire };

/** A grant's form: its fields, what is wrong with them, and what it sends. */
export function useGrantForm({ report, zone, grant }: Start) {
  const today = dayIn(Date.now(), zone);
  const [tried, setTried] = useState(false);
  const { draft, dirty, set, change } = useForm<GrantDraft>({ start: grant ? draftOf(grant, zone) : startingDraft(report) });
  const problems = draftProblems(draft, report, today);
  return {
    report,
    draft,
    today,
    dirty,
    set,
    setRows: (rows: Rows) => change(rows),
    setFilter: (at: number, part: Partial<FilterDraft>) =>
      set(
        'filters',
        draft.filters.map((filter, index) => (index === at ? { ...filter, ...part } : filter)),
      ),
    problems: tried ? problems : { filters: {} },
    /** Says what is wrong, at every field; true when nothing is. */
    check(): boolean {
      setTried(true);
      return isRight(problems);
    },
    wire: (): GrantWire => wireOf(draft, zone),
  };
}
export type GrantForm = ReturnType<typeof useGrantForm>;
