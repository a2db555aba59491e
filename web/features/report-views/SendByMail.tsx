import { MultiSelect, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shareLimits } from '../../../domain/report-views/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { receiversQuery } from './queries.ts';

type Person = { id: string; name: string; email: string };
type Props = { reportId: string; page: string | null; view: string | null; onClose: () => void };

const settleMs = 200;
const aboveDialog = 320;

/** Shares the report with colleagues by e-mail. Recipients without access are named here and get no e-mail. */
export function SendByMail({ reportId, page, view, onClose }: Props) {
  const { t } = useTranslation();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [message, setMessage] = useState('');
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  const { save, busy, problem, refuse, clear } = useSave();
  const [without, setWithout] = useState<readonly string[]>([]);
  // No suspense: suggestions for what is typed.
  const { data, isError } = useQuery({ ...receiversQuery(reportId, wanted), enabled: wanted.length >= 2 });
  const found = data?.people ?? [];
  const known = new Map([...people, ...found].map((person) => [person.id, person]));

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setWithout([]);
    if (people.length === 0) return refuse(t('views.mail.nobody'));
    await save(async () => {
      const outcome = await call('POST /api/auth/reports/{id}/share', {
        id: reportId,
        people: people.map(({ id }) => id),
        message: message.trim(),
        ...(page ? { page } : {}),
        ...(view ? { viewId: view } : {}),
      });
      if (outcome.told > 0) toast.success(t('views.mail.sent', { count: outcome.told }));
      if (outcome.without.length === 0) return onClose();
      setWithout(outcome.without.map(({ name }) => name));
      setPeople(people.filter(({ id }) => outcome.without.some((other) => other.id === id)));
    });
  };

  return (
    <form className="share-mail" onSubmit={(event) => void send(event)} noValidate>
      <MultiSelect
        label={t('views.mail.people')}
        placeholder={people.length === 0 ? t('views.mail.placeholder') : undefined}
        data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
        value={people.map(({ id }) => id)}
        onChange={(ids) => {
          setPeople(ids.flatMap((id) => known.get(id) ?? []));
          clear();
          setSearch('');
        }}
        error={problem?.text}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // The server has filtered already; chosen users are left out.
        filter={({ options }) => options.filter((option) => 'value' in option && found.some(({ id }) => id === option.value))}
        renderOption={({ option }) => (
          <span className="person-option">
            <span>{known.get(option.value)?.name}</span>
            <span className="muted tiny">{known.get(option.value)?.email}</span>
          </span>
        )}
        hidePickedOptions
        maxValues={shareLimits.atOnce}
        nothingFoundMessage={
          isError ? t('views.mail.failed') : wanted.length < 2 ? t('views.mail.type') : data ? t('views.mail.none') : t('ui.loading')
        }
        comboboxProps={{ zIndex: aboveDialog }}
        withScrollArea={false}
      />
      <Textarea
        label={
          <>
            {t('views.mail.message')} <span className="muted">{t('ui.form.optional')}</span>
          </>
        }
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        maxLength={shareLimits.message}
        autosize
        minRows={2}
        maxRows={5}
      />
      {without.length > 0 && (
        <Notice tone="warn" title={t('views.mail.without', { count: without.length })}>
          <p>{t('views.mail.withoutText', { names: without.join(', ') })}</p>
          <TellAdministrator key={without.join()} size="s" problem="share" report={reportId} note={without.join(', ')} />
        </Notice>
      )}
      <div className="dialog-actions">
        <Button onClick={onClose}>{t('ui.close')}</Button>
        <Button kind="primary" type="submit" loading={busy}>
          {t('views.mail.send')}
        </Button>
      </div>
    </form>
  );
}
