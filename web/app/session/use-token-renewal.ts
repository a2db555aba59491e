import { useEffect } from 'react';
import { refreshOrReact } from '../data/api.ts';
import { session } from './session.ts';
import { untilRenewal } from './token-life.ts';

const shortestMs = 5_000;
const longestMs = 2_147_000_000;

/** Renews the token at half of its lifetime, also when the machine slept past that moment (ARCHITECTURE "Session"). */
export function useTokenRenewal(token: string | undefined): void {
  useEffect(() => {
    if (!token) return;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      clearTimeout(timer);
      const wait = untilRenewal(token, session.serverNow());
      if (wait === null) return;
      timer = setTimeout(() => void refreshOrReact().catch(() => undefined), Math.min(Math.max(wait, shortestMs), longestMs));
    };
    const onSight = () => document.visibilityState === 'visible' && plan();
    plan();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [token]);
}
