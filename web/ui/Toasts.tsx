import { type CSSProperties, type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useEntryTranslation } from '../i18n.ts';
import type { Tone } from './Badge.tsx';
import { Button } from './Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { IconButton } from './IconButton.tsx';
import { type Icon, IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle, IconX } from './icons.ts';
import { type Toast, type ToastKind, toast, toastStore } from './toast.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import './Toasts.css';

const LOOKS: Record<ToastKind, { icon: Icon; tone: Tone }> = {
  success: { icon: IconCheck, tone: 'ok' },
  warning: { icon: IconAlertTriangle, tone: 'warn' },
  info: { icon: IconInfoCircle, tone: 'info' },
  error: { icon: IconExclamationCircle, tone: 'err' },
};

/** Dismisses a toast when its time is over; the timer stops while `paused`. */
function useExpiry({ id, milliseconds }: Toast, paused: boolean): void {
  const left = useRef(milliseconds);
  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(() => toast.dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - started;
    };
  }, [id, paused]);
}

function ToastCard({ shown, paused }: { shown: Toast; paused: boolean }) {
  const { t } = useEntryTranslation();
  const { icon: Glyph, tone } = LOOKS[shown.kind];
  useExpiry(shown, paused);
  // The tone sets variables for text and background.
  const look = { '--toast-ink': `var(--${tone})`, '--toast-bg': `var(--${tone}-bg)` } as CSSProperties; // because CSSProperties does not know custom properties
  // A press on its buttons, or selecting its text, must not dismiss it.
  const onClick = ({ target }: MouseEvent) =>
    target instanceof Element && !target.closest('button') && getSelection()?.isCollapsed !== false && toast.dismiss(shown.id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Escape and the close button do the same.
    <div className="toast" onClick={onClick} role={shown.kind === 'error' ? 'alert' : 'status'} style={look}>
      <span className="toast-icon">
        <Glyph size={17} stroke={2.2} aria-hidden="true" />
      </span>
      <div className="toast-body">
        <p className="toast-title">
          <VisuallyHidden>{t(`ui.toast.kind.${shown.kind}`)}: </VisuallyHidden>
          {shown.title}
        </p>
        {shown.text && <p className="toast-text">{shown.text}</p>}
        {shown.action && (
          <Button
            kind="text"
            size="s"
            className="copy-bare"
            onClick={() => {
              toast.dismiss(shown.id);
              shown.action?.onClick();
            }}
          >
            {shown.action.label}
          </Button>
        )}
        {shown.code && <CopyButton text={shown.code}>{t('ui.copyErrorCode')}</CopyButton>}
      </div>
      <IconButton icon={IconX} size="s" label={t('ui.toast.close')} onClick={() => toast.dismiss(shown.id)} />
      <i className="toast-line" aria-hidden="true" style={{ animationDuration: `${shown.milliseconds}ms` }} />
    </div>
  );
}

/** Host of all toasts; mounted once on every page, including those without a session. */
export function Toasts() {
  const { t } = useEntryTranslation();
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current, toastStore.current);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = toasts.length > 0 && (hovered || focused);
  return (
    <section
      className="toasts"
      aria-label={t('ui.toast.region')}
      data-paused={paused || undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
    >
      {toasts.map((shown) => (
        <ToastCard key={shown.id} shown={shown} paused={paused} />
      ))}
    </section>
  );
}
