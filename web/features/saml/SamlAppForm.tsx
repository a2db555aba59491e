import type { ReactNode } from 'react';
import { call } from '../../app/data/api.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { toast } from '../../ui/toast.ts';
import { type OneSaml, refreshSaml } from './queries.ts';
import { SamlFields } from './SamlFields.tsx';
import { samlFields, toInput, toSamlDraft, useSamlForm } from './use-saml-form.ts';

export type FormProps = {
  opened: boolean;
  title: string;
  /** Users may be created at their first sign-in: in business units only. */
  joins: boolean;
  onAdded: (id: string) => void;
  onClose: () => void;
  /** The app that is edited. */
  app?: OneSaml;
  /** Another panel than that of the fields is open: there is nothing to save unless they were changed. */
  elsewhere?: boolean;
  onRefused?: () => void;
  onReload?: () => Promise<OneSaml | undefined>;
  /** Places the fields; what saves the app outside of the form gives it the new version. */
  children?: (fields: ReactNode, onVersion: (version: number) => void) => ReactNode;
};

/** All settings of an app: a new one, or the one that is edited. */
export function SamlAppForm(props: FormProps) {
  const { opened, title, joins, onAdded, onClose, app, elsewhere = false, onRefused, onReload, children = (fields) => fields } = props;
  const { t } = useTranslation();
  const form = useSamlForm(app);
  const { save, busy, problem, clear } = useSave({
    fields: samlFields,
    refuseAt: form.refuse,
    refresh: (client) => void refreshSaml(client),
  });
  const { leave } = useDrawerGuard(opened, form.dirty);
  const submit = async () => {
    clear();
    if (app && !form.dirty) return leave(onClose);
    if (!form.check()) return onRefused?.();
    const done = await save(async () => {
      const input = toInput(form.draft);
      const { id } = app
        ? await call('PUT /api/auth/saml/update', { ...input, id: app.id, version: form.version })
        : await call('POST /api/auth/saml/add', input);
      toast.success(t(app ? 'saml.saved' : 'saml.added'));
      form.load(form.draft, form.version);
      leave(() => (app ? onClose() : onAdded(id)));
    });
    if (!done) onRefused?.();
  };
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) form.rebase(toSamlDraft(fresh), fresh.version);
    clear();
  };
  return (
    <DrawerForm
      title={title}
      text={app ? app.name : t('saml.newText')}
      dirty={form.dirty}
      saving={busy}
      readOnly={elsewhere && !form.dirty}
      submitLabel={app ? undefined : t('saml.add')}
      problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('saml.reload')} onReload={reload} />}
      onSubmit={submit}
      onClose={() => leave(onClose)}
    >
      {children(<SamlFields form={form} joins={joins} app={app} />, form.setVersion)}
    </DrawerForm>
  );
}
