import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import { useSearchValues } from '../../../app/address/address.ts';
import { useWho } from '../../../app/session/session.ts';
import { showReport } from '../layer/report-layer-store.ts';
import { type Problem, problemOfCall } from '../layer/service-errors.ts';
import { embedQuery, knownCard, reportQuery, testQuery } from '../queries.ts';
import { useOpening } from './use-opening.ts';

/** Requests the report to show: at once with cached list data, and again when the report itself has loaded. */
export function useWish(id: string, managing = false) {
  const client = useQueryClient();
  const card = useMemo(() => knownCard(client, id), [client, id]);
  const { page, as: asked } = useSearchValues();
  // A report can be tested as another user only on its management page; elsewhere the address parameter is ignored.
  const as = managing && asked ? asked : null;
  // No suspense: a refused test is shown in the viewer.
  const tried = useQuery({ ...testQuery(id, as ?? ''), enabled: as !== null });
  // No suspense: the report starts with what a list knows of it, and a later refusal closes it.
  const { data, error } = useQuery(reportQuery(id));
  const opened = useOpening(id, data);
  const known = data ?? card;
  const expected = data ? !data.prevented : !card?.maintenanceUntil;
  const wanted = as ? Boolean(tried.data?.embed) : !error && expected && known?.kind !== 'external';
  const viewer = useWho()?.user.id ?? '';
  // The layer's own code may still be loading; the token does not wait for it.
  useLayoutEffect(() => {
    if (wanted && !as) void client.prefetchQuery(embedQuery(id));
  }, [wanted, as, client, id]);
  // The layer stands outside of the router and shows what its store says; before paint, so that nothing flashes.
  useLayoutEffect(() => {
    if (!wanted) return;
    showReport({
      viewer,
      reportId: id,
      title: known?.title ?? '',
      embedUrl: known?.embedUrl ?? null,
      serviceId: known?.serviceId ?? null,
      // Nothing loads before its filters are known: applying them later would load the data twice.
      options: opened.known ? (data?.options ?? null) : null,
      page,
      as,
      // A viewer's stored filters are private, so a test does not use them.
      opening: as ? null : opened.state,
      view: as ? null : (opened.view?.id ?? null),
      watermark: data?.watermark ?? null,
    });
  }, [wanted, as, viewer, id, known, data, page, opened.known, opened.state, opened.view?.id]);
  const refused = as ? tried.data?.refused : data?.prevented;
  const failure = as ? tried.error : error;
  const problem: Problem | null = failure ? problemOfCall(failure) : refused ? { code: refused, requestId: null } : null;
  return { known, data, problem, opened, as };
}
