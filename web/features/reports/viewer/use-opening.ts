import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OpenView } from '../../../../domain/report-views/view.ts';
import type { ReportView } from '../../../../domain/reports/contract.ts';
import { useSearchValues, useSetSearch } from '../../../app/address/address.ts';
import { useTranslation } from '../../../i18n.ts';
import { toast } from '../../../ui/toast.ts';
import { viewQuery } from '../queries.ts';

export type Opened = {
  /** False until the initial state is known. */
  known: boolean;
  state: string | null;
  view: OpenView | null;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The initial state: the view named in the address, else the server's. A view without access is reported and ignored. */
export function useOpening(reportId: string, facts: ReportView | undefined): Opened {
  const { t } = useTranslation();
  const { view: asked } = useSearchValues();
  const setSearch = useSetSearch();
  const wellFormed = asked !== undefined && uuid.test(asked);
  // No suspense: the viewer's frame is there before the state it opens with.
  const { data, isPending, isError } = useQuery({ ...viewQuery(asked ?? ''), enabled: wellFormed });
  const found = data?.reportId === reportId ? data : null;
  const lost = asked !== undefined && (!wellFormed || isError || (data !== undefined && !found));

  // The address is external to React: an invalid view is removed from it.
  useEffect(() => {
    if (!lost) return;
    toast.warning(t('views.lost'), { text: t('views.lostText') });
    setSearch({ view: null }, { replace: true });
  }, [lost, t, setSearch]);

  if (!facts || (wellFormed && isPending && !isError)) return { known: false, state: null, view: null };
  if (found) return { known: true, state: found.state, view: found };
  return { known: true, state: facts.opening?.state ?? null, view: facts.opening?.view ?? null };
}
