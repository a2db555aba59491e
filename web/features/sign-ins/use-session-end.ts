import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../app/api.ts';
import { leave, session } from '../../app/session.ts';

/** BEHAVIOUR 17: the warning comes this long before the end. */
const warnMs = 2 * 60_000;
/** How often a person at work is told to the server at most. */
const markEveryMs = 5 * 60_000;
const longestMs = 2_147_000_000;

export type Ends = { endsAt: string; lastAt: string };

/**
 * When this session ends, whether that is now to be said, and how to stay. A person at work moves the end by himself; another tab may
 * have moved it too, so that the server is asked before anything is said.
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

  // What somebody does on the page is outside of React.
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
      // Who is away leaves this portal alone: elsewhere he may be at work by the provider's session.
      // Slept over: the server says whether it is over, and then the call has led to the sign-in page already.
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
