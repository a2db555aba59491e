import type { ReactNode } from 'react';
import { type Icon, IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from './icons.ts';
import './Notice.css';

export type NoticeTone = 'ok' | 'info' | 'warn' | 'err';

const ICONS: Record<NoticeTone, Icon> = { ok: IconCircleCheck, info: IconInfoCircle, warn: IconAlertTriangle, err: IconExclamationCircle };

type Props = { tone?: NoticeTone; icon?: Icon; title?: string; action?: ReactNode; children?: ReactNode; live?: boolean };

/** An inline message with a coloured background. `live` announces it when it appears. */
export function Notice({ tone = 'info', icon, title, action, children, live = tone === 'err' }: Props) {
  const Glyph = icon ?? ICONS[tone];
  return (
    <div className={`notice notice-${tone}`} role={live ? (tone === 'err' ? 'alert' : 'status') : undefined}>
      <Glyph size={18} stroke={1.9} aria-hidden="true" />
      <div className="notice-body">
        {title && <p className="notice-title">{title}</p>}
        {children && <div className="notice-text">{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** An inline message with a coloured edge: notices of the sign-in page. */
export function QuietNotice({ tone = 'info', title, children }: { tone?: NoticeTone; title: string; children?: ReactNode }) {
  return (
    <div className={`quiet-notice quiet-notice-${tone}`}>
      <p className="notice-title">{title}</p>
      {children && <div className="muted small">{children}</div>}
    </div>
  );
}
