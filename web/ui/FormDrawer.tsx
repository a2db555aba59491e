import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { confirm } from './confirm.ts';
import { useFormErrors } from './form-errors.ts';
import { IconButton } from './IconButton.tsx';
import { IconX } from './icons.ts';
import { Notice } from './Notice.tsx';
import { useEscape } from './use-escape.ts';
import { useInertWhileSaving } from './use-inert-while-saving.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useStartFocus } from './use-start-focus.ts';
import './FormDrawer.css';

export type FormDrawerProps = {
  opened: boolean;
  title: string;
  text?: string;
  /** Whether there are unsaved changes: closing then asks first. */
  dirty: boolean;
  saving?: boolean;
  submitLabel?: string;
  /** Why this user cannot save at all; an invalid field never disables it. */
  submitDisabledReason?: string | false | null;
  /** There is nothing to save: the drawer can only be closed. */
  readOnly?: boolean;
  /** An error of the whole form, such as the server's; field errors belong under their fields. */
  problem?: ReactNode;
  /** Left of the buttons: a delete button, a hint. */
  aside?: ReactNode;
  /** Validates and saves. The submit button is never disabled: invalid fields get focus and are counted. */
  onSubmit: () => unknown;
  onClose: () => void;
  children: ReactNode;
};

/** Only the drawer's fields scroll; header and footer stay visible. */
function Fill({ children }: { children?: ReactNode }) {
  return <div className="form-drawer-fill">{children}</div>;
}

/** Confirms before changes are lost; true when nothing was changed or the user agreed. */
export function useDiscard(dirty: boolean): () => Promise<boolean> {
  const { t } = useTranslation();
  return async () =>
    !dirty ||
    confirm({
      title: t('ui.confirm.discard.title'),
      text: t('ui.confirm.discard.text'),
      yes: t('ui.confirm.discard.yes'),
      no: t('ui.confirm.discard.no'),
      danger: true,
    });
}

/** How the drawer's own closing (Esc, a press beside it) reaches the form inside, which asks before changes are lost. */
const Closing = createContext<RefObject<(() => unknown) | null>>({ current: null });

type FrameProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** A 520 px drawer from the right, a bottom sheet on a phone, filled by a `DrawerForm`, which may change while the drawer stays. */
export function DrawerFrame({ opened, onClose, children }: FrameProps) {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const content = useRef<HTMLDivElement>(null);
  const closing = useRef<(() => unknown) | null>(null);
  useReturnFocus(opened, content);
  const attach = useStartFocus(content);
  const close = () => void (closing.current ?? onClose)();
  const onKeyDown = useEscape(opened, close);
  return (
    <Drawer.Root
      opened={opened}
      returnFocus={false}
      closeOnEscape={false}
      onKeyDown={onKeyDown}
      onClose={close}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '92%' : 520}
      zIndex={200}
      scrollAreaComponent={Fill}
      transitionProps={{ duration: 180 }}
    >
      <Drawer.Overlay backgroundOpacity={1} />
      <Drawer.Content ref={attach} classNames={{ content: 'form-drawer' }}>
        <Closing value={closing}>{children}</Closing>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** Head, fields and buttons of a drawer. Ctrl S saves. */
export function DrawerForm({
  title,
  text,
  dirty,
  saving = false,
  submitLabel,
  submitDisabledReason,
  readOnly = false,
  problem,
  aside,
  onSubmit,
  onClose,
  children,
}: Omit<FormDrawerProps, 'opened'>) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const errors = useFormErrors(form);
  useInertWhileSaving(fields, saving);
  const discard = useDiscard(dirty && !saving);
  useLeaveGuard(dirty);
  const close = async () => {
    if (!(await discard())) return;
    errors.clear();
    onClose();
  };
  const closing = use(Closing);
  // The form takes over the focus from what is gone: the skeleton that it replaces, a button that went with what it did.
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (saving || !lost) return;
    const first = form.current?.querySelector<HTMLElement>('[data-autofocus]') ?? form.current?.querySelector('button');
    first?.focus({ preventScroll: true });
  });
  // The drawer around the form asks it before it closes, by what the form last showed.
  useLayoutEffect(() => {
    closing.current = close;
  });
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (saving || readOnly) return;
    await onSubmit();
    errors.check();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form ref={form} className="form-drawer-form" onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className="form-drawer-head">
        <div>
          <Drawer.Title className="dialog-title">{title}</Drawer.Title>
          {text && <p className="muted small">{text}</p>}
        </div>
        <IconButton icon={IconX} label={t('ui.close')} onClick={close} />
      </div>
      <div ref={fields} className="form-drawer-body">
        {problem && <Notice tone="err">{problem}</Notice>}
        {children}
      </div>
      <div className="form-drawer-foot">
        {aside}
        <p className="form-drawer-count small" role="status">
          {errors.count > 0 && t('ui.form.errors', { count: errors.count })}
        </p>
        <Button onClick={close}>{t(readOnly ? 'ui.close' : 'ui.cancel')}</Button>
        {!readOnly && (
          <Button kind="primary" type="submit" loading={saving} disabledReason={submitDisabledReason}>
            {submitLabel ?? t('ui.save')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Creates or edits over its list, for a form that waits for no record of its own; `app/RecordDrawer.tsx` is for one that does. */
export function FormDrawer({ opened, ...form }: FormDrawerProps) {
  return (
    <DrawerFrame opened={opened} onClose={form.onClose}>
      <DrawerForm {...form} dirty={opened && form.dirty} />
    </DrawerFrame>
  );
}
