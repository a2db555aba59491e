import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { capacityLimits } from '../../../domain/capacity/limits.ts';
import type { Waiting } from '../../../domain/capacity/waking-contract.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import { mayReopen, patienceAfter, progressOf } from './progress.ts';

const secondMs = 1000;
const askAgainMs = 60_000;
const closedPollMs = 30_000;

type Known = Waiting & { receivedAt: number };
const stamped = (answer: Waiting): Known => ({ ...answer, receivedAt: Date.now() });
const keyOf = (reportId: string) => ['waking', reportId] as const;

/** Waits for a report's capacity from the moment the screen is shown, waking it if the user may; `onOpen` runs once it runs. */
export function useWaking(reportId: string, onOpen: () => void) {
  const client = useQueryClient();
  const [startedAt] = useState(() => Date.now());
  const [now, setNow] = useState(() => Date.now());
  const patience = patienceAfter(now - startedAt);
  const wake = useMutation({
    mutationFn: (tell: 'S' | 'N') => call('POST /api/auth/reports/{id}/wake', { id: reportId, tell }),
    onSuccess: (answer) => client.setQueryData(keyOf(reportId), stamped(answer)),
  });
  const { mutate, isSuccess, isError } = wake;
  // No suspense: the waiting screen itself shows that nothing is known yet.
  const { data } = useQuery({
    queryKey: keyOf(reportId),
    queryFn: async ({ signal }) => stamped(await call('GET /api/auth/reports/{id}/wake', { id: reportId }, { signal })),
    enabled: isSuccess && patience !== 'over',
    staleTime: capacityLimits.pollSeconds * secondMs,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'starting' ? capacityLimits.pollSeconds * secondMs : closedPollMs),
  });
  const state = data?.state;

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
    onSuccess: (answer) => client.setQueryData(keyOf(reportId), stamped(answer)),
    onError: toastError,
  });
  const ask = useMutation({
    mutationFn: () => call('POST /api/auth/reports/{id}/ask-opening', { id: reportId }),
    onSuccess: ({ askAgainAt }) => client.setQueryData<Known>(keyOf(reportId), (known) => known && { ...known, askAgainAt }),
    onError: toastError,
  });

  const seconds = data?.seconds == null ? null : Math.round(data.seconds + Math.max(0, now - data.receivedAt) / secondMs);
  return {
    wait: data,
    /** Neither woken nor followed: the report's own refusal stays. */
    isGone: isError || isStuck || state === 'gone',
    patience: state === 'failed' ? ('over' as const) : patience,
    seconds: seconds ?? Math.round((now - startedAt) / secondMs),
    progress: progressOf(seconds ?? (now - startedAt) / secondMs, data?.usualSeconds ?? null),
    tell,
    ask,
  };
}
