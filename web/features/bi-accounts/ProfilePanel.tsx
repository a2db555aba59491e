import { Radio, Select, TextInput } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxNameLength } from '../../../domain/bi-accounts/limits.ts';
import { reasonFor } from '../../../domain/bi-accounts/why.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { failureText } from './failure-text.ts';
import { type OneAccount, profilesQuery, refreshBiAccounts } from './queries.ts';

type Choice = 'none' | 'existing' | 'create';
type Refused = { name: string; failure: { code: string; serviceCode: string | null } }[];
type Props = { account: OneAccount /** The other panel has unsaved changes. */; dirty: boolean; onChosen: () => void };

/** The service principal profile this unit uses: its own, an existing one, or none. */
export function ProfilePanel(props: Props) {
  const { t } = useTranslation();
  if (props.account.disabled) return <Notice tone="warn">{t('service.account.isDisabled')}</Notice>;
  return (
    <Reading failure={({ error, onRetry }) => <ErrorState text={failureText(error, t)} onRetry={onRetry} />}>
      <Choices {...props} />
    </Reading>
  );
}

function Choices({ account, dirty, onChosen }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(profilesQuery(account.id));
  const [choice, setChoice] = useState<Choice>(account.profileId ? 'existing' : 'none');
  const [profileId, setProfileId] = useState<string | null>(account.profileId);
  const [name, setName] = useState('');
  const { save, busy, problem } = useSave({ words: (failure) => failureText(failure, t) });
  const [refused, setRefused] = useState<Refused>([]);
  const isSame = choice === 'none' ? account.profileId === null : choice === 'existing' && profileId === account.profileId;
  const why = () => {
    if (dirty) return t('service.profile.saveFirst');
    if (isSame) return t('service.profile.same');
    if (choice !== 'none' && !account.objectId) return t('service.profile.needsObjectId');
    return choice === 'existing' && !profileId ? t('service.profile.chooseOne') : null;
  };
  const choose = () => {
    setRefused([]);
    return save(async () => {
      const answer = await call('PUT /api/auth/service-accounts/{id}/profile', {
        id: account.id,
        version: account.version,
        choice,
        ...(choice === 'existing' && profileId && { profileId }),
        ...(choice === 'create' && name.trim() && { name: name.trim() }),
      });
      setRefused(answer.refused);
      setProfileId(answer.profileId);
      setChoice(answer.profileId ? 'existing' : 'none');
      refreshBiAccounts(client);
      onChosen();
      toast.success(
        answer.profileName
          ? t('service.profile.saved', { name: answer.profileName })
          : t('service.profile.savedNone', { name: account.name }),
      );
    });
  };
  return (
    <>
      <p className="muted">{t('service.profile.text')}</p>
      {problem && <Notice tone="err">{problem.text}</Notice>}
      {refused.length > 0 && (
        <Notice tone="warn" live title={t('service.profile.refused')}>
          <ul className="service-titles">
            {refused.map(({ name: workspace, failure }) => (
              <li key={workspace}>
                {workspace}: {t(`service.why.${reasonFor(failure, 'workspace')}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Radio.Group
        label={t('service.profile.choice')}
        value={choice}
        onChange={(value) => setChoice(value === 'create' || value === 'existing' ? value : 'none')}
      >
        <div className="audience">
          <Radio value="none" label={t('service.profile.none')} description={t('service.profile.noneHelp')} />
          <Radio value="create" label={t('service.profile.create')} description={t('service.profile.createHelp')} />
          <Radio
            value="existing"
            label={t('service.profile.existing')}
            description={t('service.profile.existingHelp', { count: data.items.length })}
            disabled={data.items.length === 0}
          />
        </div>
      </Radio.Group>
      {choice === 'create' && (
        <TextInput
          label={
            <>
              {t('service.profile.name')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          description={t('service.profile.nameHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={maxNameLength}
          autoComplete="off"
        />
      )}
      {choice === 'existing' && (
        <Select
          label={t('service.profile.which')}
          data={data.items.map((profile) => ({ value: profile.id, label: profile.name }))}
          value={profileId}
          onChange={setProfileId}
          allowDeselect={false}
          searchable
          comboboxProps={{ zIndex: 320 }}
          withScrollArea={false}
          classNames={{ options: 'group-options' }}
        />
      )}
      <div>
        <Button kind="primary" loading={busy} disabledReason={why()} onClick={() => void choose()}>
          {t('service.profile.save')}
        </Button>
      </div>
    </>
  );
}
