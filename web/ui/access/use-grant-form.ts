import { useState } from 'react';
import {
  dayIn,
  draftProblems,
  type FilterDraft,
  type GrantDraft,
  type GrantWire,
  isRight,
  startingDraft,
  toDraft,
  toGrantFields,
} from '../../../domain/report-access/draft.ts';
import type { GrantedReport } from '../../../domain/report-access/grant-rule.ts';
import type { Rows } from '../../../domain/report-access/rows.ts';
import { useForm } from '../use-form.ts';

type Start = {
  report: GrantedReport;
  zone: string;
  grant?: GrantWire;
  /** Starts a grant of each user's own identity with rows to choose, because the user's own identity is what doesn't work. */
  repairs?: boolean;
};

/** The form of a grant: its fields, errors, and request body. */
export function useGrantForm({ report, zone, grant, repairs = false }: Start) {
  const today = dayIn(Date.now(), zone);
  const [tried, setTried] = useState(false);
  const stored = grant ? toDraft(grant, zone) : startingDraft(report);
  const start: GrantDraft = repairs && stored.as === 'own' ? { ...stored, as: 'fixed' } : stored;
  const { draft, dirty, set, change } = useForm<GrantDraft>({ start });
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
    /** Shows every field's error; true when there is none. */
    check(): boolean {
      setTried(true);
      return isRight(problems);
    },
    wire: (): GrantWire => toGrantFields(draft, zone),
  };
}
export type GrantForm = ReturnType<typeof useGrantForm>;
