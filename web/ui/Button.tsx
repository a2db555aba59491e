import { type ButtonHTMLAttributes, type MouseEvent, type Ref, useId } from 'react';
import type { Icon } from './icons.ts';
import { UiLink } from './UiLink.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import './Button.css';

type ButtonKind = 'default' | 'primary' | 'login' | 'text' | 'danger' | 'on-danger';
type ButtonSize = 's' | 'm' | 'l';

type Look = { kind?: ButtonKind; size?: ButtonSize; block?: boolean };

export function buttonClass({ kind = 'default', size = 'm', block = false }: Look, extra?: string): string {
  return ['button', `button-${kind}`, size !== 'm' && `button-${size}`, block && 'button-block', extra].filter(Boolean).join(' ');
}

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
    icon?: Icon;
    /** The only way to disable a button: it stays focusable and shows the reason. */
    disabledReason?: string | false | null;
    loading?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  kind,
  size,
  block,
  icon: Glyph,
  disabledReason,
  loading = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = Boolean(disabledReason) || loading;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!off) return onClick?.(event);
    // A disabled submit button must not send the form either.
    event.preventDefault();
    event.stopPropagation();
  };
  const button = (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, size, block }, className)}
      onClick={press}
      aria-busy={loading || undefined}
      {...(disabledReason ? { 'aria-disabled': true, 'aria-describedby': reasonId, 'data-tip': disabledReason } : {})}
    >
      {loading && <span className="button-spinner" aria-hidden="true" />}
      {Glyph && !loading && <Glyph size={size === 's' ? 16 : 17} stroke={1.9} aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
  if (!disabledReason) return button;
  // The reason is outside the button: inside it would become part of its accessible name.
  return (
    <>
      {button}
      <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>
    </>
  );
}

type ButtonLinkProps = Look & { href: string; icon?: Icon; children: string; className?: string };

/** A link that looks like a button: for navigation, never for actions. */
export function ButtonLink({ kind, size, block, icon: Glyph, href, className, children }: ButtonLinkProps) {
  return (
    <UiLink href={href} className={buttonClass({ kind, size, block }, className)}>
      {Glyph && <Glyph size={size === 's' ? 16 : 17} stroke={1.9} aria-hidden="true" />}
      <span>{children}</span>
    </UiLink>
  );
}
