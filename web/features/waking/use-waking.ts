import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import type { Waiting } from '../../../domain/capacity/waking-contract.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { asksAgain, getProgress, mayReopen, patienceAfter, waitingSince } from './progress.ts';

const secondMs = 1000;
const askAgainMs = 60_000;
const closedPollMs = 30_000;

type Known = Waiting & { receivedAt: number; since: number | null };
const stamped = (answer: Waiting, before: Known | undefined): Known => {
  const receivedAt = Date.now();
  return { ...answer, receivedAt, since: waitingSince(before, answer.state, receivedAt) };
};
const getKey = (reportId: string) => ['waking', reportId] as const;

/** Waits for a report's capacity from the moment the screen is shown, waking it if the user may; `onOpen` runs once it runs. */
export function useWaking(reportId: string, onOpen: () => void) {
  const client = useQueryClient();
  const [now, setNow] = useState(() => Date.now());
  const keep = (answer: Waiting) => client.setQueryData<Known>(getKey(reportId), (before) => stamped(answer, before));
  const { mutate, isError } = useMutation({
    mutationFn: (tell: 'S' | 'N') => call('POST /api/auth/reports/{id}/wake', { id: reportId, tell }),
    onSuccess: keep,
  });
  // No suspense: the waiting screen itself shows that nothing is known yet.
  const { data } = useQuery({
    queryKey: getKey(reportId),
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/auth/reports/{id}/wake', { id: reportId }, { signal });
      return stamped(answer, client.getQueryData<Known>(getKey(reportId)));
    },
    enabled: (query) => asksAgain(query.state.data, Date.now()),
    staleTime: capacityLimits.pollSeconds * secondMs,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'starting' ? capacityLimits.pollSeconds * secondMs : closedPollMs),
  });
  const state = data?.state;
  const patience = data?.since == null ? ('usual' as const) : patienceAfter(now - data.since);

  // Showing this screen is what wakes the capacity.
  useEffect(() => {
    mutate('N');
  }, [mutate]);
  const before = useRef(state);
  // Waiting lasts at the server as long as it is repeated; a shift that begins lets a user in who was not allowed before.
  useEffect(() => {
    const opened = state === 'starting' && (before.current === 'closed' || before.current === 'not_allowed');
    before.current = state;
    if (opened) mutate('N');
    if (state !== 'starting') return;
    const timer = setInterval(() => mutate('N'), askAgainMs);
    return () => clearInterval(timer);
  }, [state, mutate]);

  // Time is external to React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);

  const [isStuck, setStuck] = useState(false);
  const open = useRef(onOpen);
  open.current = onOpen;
  // The report's layer is external to this screen. It is opened again by itself only so often (`mayReopen`).
  useEffect(() => {
    if (state !== 'running') return;
    if (mayReopen(reportId, Date.now())) open.current();
    else setStuck(true);
  }, [state, reportId]);

  const tell = useMutation({
    mutationFn: () => call('POST /api/auth/reports/{id}/wake', { id: reportId, tell: 'S' }),
    onSuccess: keep,
    onError: toastError,
  });
  const ask = useMutation({
    mutationFn: () => call('POST /api/auth/reports/{id}/ask-opening', { id: reportId }),
    onSuccess: ({ askAgainAt }) => client.setQueryData<Known>(getKey(reportId), (known) => known && { ...known, askAgainAt }),
    onError: toastError,
  });

  const waitedMs = Math.max(0, now - (data?.since ?? now));
  const seconds = data?.seconds == null ? null : Math.round(data.seconds + Math.max(0, now - data.receivedAt) / secondMs);
  return {
    wait: data,
    /** Neither woken nor followed: the report's own refusal stays. One repeat that fails is no answer. */
    isGone: (isError && data === undefined) || isStuck || state === 'gone',
    patience: state === 'failed' ? ('over' as const) : patience,
    seconds: seconds ?? Math.round(waitedMs / secondMs),
    progress: getProgress(seconds ?? waitedMs / secondMs, data?.usualSeconds ?? null),
    tell,
    ask,
  };
}
