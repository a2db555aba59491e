import type { Effect } from './react-to.ts';

export type Tools = {
  toast: (toast: Extract<Effect, { do: 'toast' }>) => void;
  logout: (options: { expired: boolean }) => void;
  go: (to: string) => void;
  reload: (afterMs: number) => void;
  refreshToken: () => Promise<unknown>;
  askFactor: () => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
  log: () => void;
};

export type Carried = { retry: boolean; handled: boolean };

/** Runs the effects chosen by `reactTo` in order. A failed token renewal throws and stops the list. */
export async function carryOut(effects: readonly Effect[], tools: Tools): Promise<Carried> {
  const carried: Carried = { retry: false, handled: false };
  let waitMs = 0;
  const expired = !effects.some((effect) => effect.do === 'go');
  for (const effect of effects) {
    carried.handled ||= effect.do !== 'show' && effect.do !== 'log';
    switch (effect.do) {
      case 'toast':
        tools.toast(effect);
        break;
      case 'logout':
        tools.logout({ expired });
        break;
      case 'go':
        tools.go(effect.to);
        break;
      case 'refresh-token':
        await tools.refreshToken();
        break;
      case 'ask-factor':
        if (!(await tools.askFactor())) return carried;
        break;
      case 'retry':
        carried.retry = true;
        waitMs = effect.afterMs;
        break;
      case 'reload':
        tools.reload(effect.afterMs);
        break;
      case 'log':
        tools.log();
        break;
      case 'show':
        break;
      default:
        effect satisfies never;
    }
  }
  if (carried.retry && waitMs > 0) await tools.wait(waitMs);
  return carried;
}
