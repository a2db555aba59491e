import { Select, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { isGuid } from '../../../domain/entra/limits.ts';
import type { LinkChoice } from '../../../domain/identities/contract.ts';
import { isKey } from '../../../domain/identities/key.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormErrors } from '../../ui/form-errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { id: string; name: string; choices: readonly LinkChoice[]; opened: boolean; onClose: () => void };

const getKey = ({ id, directory }: LinkChoice) => (directory ? `${id} ${directory.id}` : id);
const getLabel = ({ name, directory }: LinkChoice) => (directory ? `${name} · ${directory.name}` : name);

/** Links a user to their persistent identifier at a provider; a single provider is preselected. */
export function LinkDialog({ id, name, choices, opened, onClose }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFormErrors(form);
  const [[only], rest] = [choices, choices.slice(1)];
  const [chosen, setChosen] = useState<string | null>(only && rest.length === 0 ? getKey(only) : null);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const { save, busy, problem, problemAt, clear } = useSave({
    fields: ['provider', 'subject'],
    refresh: (client) => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const choice = choices.find((each) => getKey(each) === chosen);
  const subject = typed.trim();
  const fits = choice?.kind === 'entra' ? isGuid(subject.toLowerCase()) : isKey(subject);
  const missing = (label: string) => t('ui.form.required', { name: label });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    clear();
    if (!choice || !fits) return errors.check();
    const done = await save(async () => {
      await call('POST /api/auth/users/{id}/identities', {
        ...{ id, provider: choice.id, subject },
        ...(choice.directory ? { directory: choice.directory.id } : {}),
      });
      toast.success(t('identities.linked', { name, provider: getLabel(choice) }));
      onClose();
    });
    if (!done) errors.check();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('identities.linkTitle', { name })} text={t('identities.linkText', { name })}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="link-form">
        <Select
          label={t('identities.choice')}
          data={choices.map((each) => ({ value: getKey(each), label: getLabel(each) }))}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            clear();
          }}
          error={(tried && !choice && missing(t('identities.choice'))) || problemAt('provider')}
          withScrollArea={false}
          comboboxProps={{ zIndex: 330 }}
          {...(chosen === null ? { 'data-autofocus': true } : {})}
        />
        <TextInput
          label={t('identities.subject')}
          description={t(choice?.kind === 'entra' ? 'identities.subjectEntra' : 'identities.subjectSaml')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clear();
          }}
          error={
            (tried &&
              choice &&
              !fits &&
              (subject ? t('ui.form.invalid', { name: t('identities.subject') }) : missing(t('identities.subject')))) ||
            problemAt('subject')
          }
          autoComplete="off"
          spellCheck={false}
          {...(chosen === null ? {} : { 'data-autofocus': true })}
        />
        {problem && <Notice tone="err">{problem.text}</Notice>}
        <div className="dialog-actions">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit" loading={busy}>
            {t('identities.link')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
