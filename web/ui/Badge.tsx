import type { ReactNode } from 'react';
import type { Icon } from './icons.ts';
import './Badge.css';

export type Tone = 'ok' | 'info' | 'warn' | 'err' | 'neutral';

/** A state as a word on a coloured background; colour is never the only sign. */
export function Badge({ tone = 'neutral', icon: Glyph, children }: { tone?: Tone; icon?: Icon; children: ReactNode }) {
  return (
    <span className={`badge badge-${tone}`}>
      {Glyph && <Glyph size={14} stroke={2.2} aria-hidden="true" />}
      <span className="badge-words">{children}</span>
    </span>
  );
}
