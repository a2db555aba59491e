import { type FormEvent, useId, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconLockOpen } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SectionHeader } from '../../ui/PageHeader.tsx';
import { toast } from '../../ui/toast.ts';
import { Field } from '../session/index.ts';

const empty = { email: '', reason: '' };

/** A platform operator resets the second factors of a user who has lost them all, with a reason. */
export function ReleaseAccount() {
  const { t } = useTranslation();
  const title = useId();
  const [draft, setDraft] = useState(empty);
  const [faults, setFaults] = useState<Partial<typeof empty>>({});
  const { save, busy, problem, clear } = useSave();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const needed = (field: keyof typeof empty, label: string) =>
      draft[field].trim() === '' ? { [field]: t('ui.form.required', { name: label }) } : {};
    const missing = { ...needed('email', t('factor.release.email')), ...needed('reason', t('factor.release.reason')) };
    setFaults(missing);
    clear();
    if (Object.keys(missing).length > 0 || busy) return;
    await save(async () => {
      await call('POST /api/auth/accounts/release', draft);
      setDraft(empty);
      toast.success(t('factor.release.done'));
    });
  };
  const field = (name: keyof typeof empty, label: string) => (
    <Field
      name={name}
      label={label}
      maxLength={name === 'email' ? 254 : 500}
      autoComplete="off"
      value={draft[name]}
      {...(faults[name] && { error: faults[name] })}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.currentTarget.value });
        setFaults({ ...faults, [name]: undefined });
      }}
    />
  );
  return (
    <section className="card user-card" aria-labelledby={title}>
      <SectionHeader id={title} title={t('factor.release.title')} />
      <p className="small muted">{t('factor.release.text')}</p>
      <form className="factor-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
        {field('email', t('factor.release.email'))}
        {field('reason', t('factor.release.reason'))}
        {problem && (
          <Notice tone="err" live>
            {problem.text}
          </Notice>
        )}
        <div>
          <Button type="submit" size="s" icon={IconLockOpen} loading={busy}>
            {t('factor.release.action')}
          </Button>
        </div>
      </form>
    </section>
  );
}
