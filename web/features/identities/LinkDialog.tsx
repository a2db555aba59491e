import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { isGuid } from '../../../domain/entra/limits.ts';
import type { LinkChoice } from '../../../domain/identities/contract.ts';
import { isKey } from '../../../domain/identities/key.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormErrors } from '../../ui/form-errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';

type Props = { id: string; name: string; choices: readonly LinkChoice[]; opened: boolean; onClose: () => void };
type Problem = { field: string | undefined; text: string };

const keyOf = ({ id, directory }: LinkChoice) => (directory ? `${id} ${directory.id}` : id);
const labelOf = ({ name, directory }: LinkChoice) => (directory ? `${name} · ${directory.name}` : name);

/** Links a person by the identifier that a provider has for them; the only provider is chosen already. */
export function LinkDialog({ id, name, choices, opened, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFormErrors(form);
  const [[only], rest] = [choices, choices.slice(1)];
  const [chosen, setChosen] = useState<string | null>(only && rest.length === 0 ? keyOf(only) : null);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const choice = choices.find((each) => keyOf(each) === chosen);
  const subject = typed.trim();
  const fits = choice?.kind === 'entra' ? isGuid(subject.toLowerCase()) : isKey(subject);
  const refused = (field: string) => (problem?.field === field ? problem.text : undefined);
  const missing = (label: string) => t('ui.form.required', { name: label });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (!choice || !fits) return errors.check();
    setBusy(true);
    try {
      await call('POST /api/auth/users/{id}/identities', {
        ...{ id, provider: choice.id, subject },
        ...(choice.directory ? { directory: choice.directory.id } : {}),
      });
      toast.success(t('identities.linked', { name, provider: labelOf(choice) }));
      onClose();
    } catch (failure) {
      setProblem({ field: failure instanceof ApiError ? failure.field : undefined, text: errorText(failure) });
      errors.check();
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('identities.linkTitle', { name })} text={t('identities.linkText', { name })}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="link-form">
        <Select
          label={t('identities.choice')}
          data={choices.map((each) => ({ value: keyOf(each), label: labelOf(each) }))}
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setProblem(null);
          }}
          error={(tried && !choice && missing(t('identities.choice'))) || refused('provider')}
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
            setProblem(null);
          }}
          error={
            (tried &&
              choice &&
              !fits &&
              (subject ? t('ui.form.invalid', { name: t('identities.subject') }) : missing(t('identities.subject')))) ||
            refused('subject')
          }
          autoComplete="off"
          spellCheck={false}
          {...(chosen === null ? {} : { 'data-autofocus': true })}
        />
        {problem && !['provider', 'subject'].includes(problem.field ?? '') && <Notice tone="err">{problem.text}</Notice>}
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
