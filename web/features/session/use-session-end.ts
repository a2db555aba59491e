import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { leave, session } from '../../app/session/session.ts';

/** BEHAVIOUR 17: how long before the end the warning appears. */
const warnMs = 2 * 60_000;
/** The minimum interval between activity reports to the server. */
const markEveryMs = 5 * 60_000;
const longestMs = 2_147_000_000;

export type Ends = { endsAt: string; lastAt: string };

/**
 * When this session ends, whether to warn now, and how to extend it. The user's activity extends it; another tab may
 * have extended it too, so the server is asked before the warning.
 */
export function useSessionEnd(on: boolean) {
  const [ends, setEnds] = useState<Ends | null>(null);
  const [warned, setWarned] = useState(false);
  const marked = useRef(0);
  const mark = useCallback(async (used: 'S' | 'N'): Promise<Ends | null> => {
    if (used === 'S') marked.current = Date.now();
    const answer = await call('POST /api/refresh/log/auth', { used }).catch(() => null);
    if (answer) setEnds({ endsAt: answer.endsAt, lastAt: answer.lastAt });
    return answer;
  }, []);

  // User activity is external to React.
  useEffect(() => {
    if (!on) return;
    void mark('S');
    const atWork = () => {
      if (Date.now() - marked.current >= markEveryMs && document.querySelector('.session-end-left') === null) void mark('S');
    };
    addEventListener('pointerdown', atWork);
    addEventListener('keydown', atWork);
    return () => {
      removeEventListener('pointerdown', atWork);
      removeEventListener('keydown', atWork);
    };
  }, [on, mark]);

  // Time is external to React, and a browser stops its timers while the machine sleeps.
  useEffect(() => {
    if (!on || !ends) return;
    let timer: ReturnType<typeof setTimeout>;
    const leftMs = (until: Ends) => Date.parse(until.endsAt) - session.serverNow();
    const check = async () => {
      const now = await mark('N');
      if (now && leftMs(now) <= warnMs) setWarned(true);
      else if (now) setWarned(false);
    };
    const left = leftMs(ends);
    if (left <= 0) {
      // The machine slept past the deadline. If the session is gone, the call has already redirected to sign-in.
      // This signs out of the portal only: the provider's session may still be in use elsewhere.
      timer = setTimeout(() => leave({ expired: true }), 0);
    } else if (left > warnMs) timer = setTimeout(() => void check(), Math.min(left - warnMs, longestMs));
    else {
      setWarned(true);
      timer = setTimeout(() => leave({ expired: true }), left);
    }
    const onSight = () => document.visibilityState === 'visible' && void check();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [on, ends, mark]);

  const stay = async () => {
    const now = await mark('S');
    if (now) setWarned(Date.parse(now.endsAt) - session.serverNow() <= warnMs);
    return now;
  };
  return { ends, warned, stay, dismiss: () => setWarned(false) };
}
