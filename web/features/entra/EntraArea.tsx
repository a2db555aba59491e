import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { useInertWhileSaving } from '../../ui/use-inert-while-saving.ts';
import { Directories } from './Directories.tsx';
import { EntraTrial } from './EntraTrial.tsx';
import { entraQuery } from './loader.ts';
import { People } from './People.tsx';
import type { EntraAnswer } from './queries.ts';
import { Registration } from './Registration.tsx';
import { useEntraForm } from './use-entra-form.ts';
import { WayCard } from './WayCard.tsx';
import './entra.css';

/** Settings for sign-in through Microsoft Entra (`/azure/saml?area=entra`). */
export function EntraArea() {
  return (
    <Reading>
      <Stored />
    </Reading>
  );
}

/** The form starts over with what is stored after each save. */
function Stored() {
  const { data } = useSuspenseQuery(entraQuery);
  const [round, setRound] = useState(0);
  return <Form key={round} answer={data} renewed={() => setRound((before) => before + 1)} />;
}

function Form({ answer, renewed }: { answer: EntraAnswer; renewed: () => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const form = useEntraForm(answer, renewed);
  const { entra } = answer;
  const fields = useRef<HTMLFormElement>(null);
  useInertWhileSaving(fields, form.busy === 'save');
  return (
    <form
      ref={fields}
      className="entra-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <p className="muted">{t('entra.text')}</p>
      {entra && (
        <p className="small muted">
          {entra.people > 0 && `${t('entra.people', { count: entra.people })} `}
          {entra.lastUsedAt ? t('entra.used', { at: formatDateTime(language, new Date(entra.lastUsedAt), zone) }) : t('entra.unused')}
        </p>
      )}
      {form.problem && <Notice tone="err">{form.problem}</Notice>}
      <WayCard form={form} callback={answer.callback} />
      <Directories form={form} />
      <Registration form={form} shared={answer.shared} secretAt={entra?.secretAt ?? null} />
      <People form={form} joins={answer.profiles.length > 0} groups={answer.groups} />
      {entra && <EntraTrial form={form} />}
      {entra && (
        <div>
          <Button loading={form.busy === 'remove'} onClick={() => void form.remove()}>
            {t('entra.remove')}
          </Button>
        </div>
      )}
      <SaveBar
        changes={form.changes}
        errors={form.errors}
        saving={form.busy === 'save'}
        onSave={() => void form.save()}
        onDiscard={form.reset}
      />
    </form>
  );
}
