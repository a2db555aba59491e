import type { AuditFamily } from './families.ts';

/** The actions of the change history, by subject. */
export const auditWhats = {
  grants: ['grant.add', 'grant.edit', 'grant.remove', 'catalog.grant', 'catalog.revoke', 'catalog.end'],
  groups: [
    'user_group.add',
    'user_group.edit',
    'user_group.duplicate',
    'user_group.delete',
    'user_group.restore',
    'user_group.members_add',
    'user_group.members_remove',
    'user_group.reports_add',
    'user_group.reports_remove',
  ],
  // Who sees a group of reports: its audience, its viewers, whether it is hidden.
  report_groups: [
    'group.add',
    'group.edit',
    'group.show',
    'group.hide',
    'group.delete',
    'group.restore',
    'subgroup.add',
    'subgroup.edit',
    'subgroup.show',
    'subgroup.hide',
    'subgroup.delete',
    'subgroup.restore',
  ],
  people: [
    'user_import.start',
    'user.add',
    'user.edit',
    'user.duplicate',
    'user.invite',
    'user.activate',
    'user.test',
    'user.deactivate',
    'user.block',
    'user.unblock',
    'user.unlock',
    'user.expire',
    'user.remove',
    'user.restore',
    'user.addToGroup',
    'user.removeFromGroup',
    'user.setExpiry',
    'user.setFlag',
    'user.custom',
    'user.custom_accept',
    'user.custom_replace',
    'user.copied_out',
    'user.groups',
    'entra.groups',
    'user.identity',
    'identity.bind',
    'user.link',
    'user.unlink',
    'account.invite',
    'account.reset_mail',
    'account.accepted',
    'account.password',
    'account.reset',
    'factor.added',
    'factor.renamed',
    'factor.removed',
    'factor.codes',
    'factor.reset',
    'factor.lost',
    'factor.kept',
    'factor.undone',
    'factor.wiped',
    'factor.released',
    'user.readmit',
    'factor.forgotten',
    // By the link in a mail, without a session.
    'users.unsubscribe',
  ],
  // A display shows reports, possibly under an identity of its own.
  displays: ['device.add', 'device.pair', 'device.edit', 'device.rotate', 'device.extend', 'device.revoke'],
  sessions: [
    'user.sign_out',
    'session.act',
    'remote.end',
    'session.end',
    'session.company',
    'call.refused',
    'account.proved',
    'saml.logout',
    'saml.refused',
    'entra.refused',
    'device.refused',
    'embedded.refused',
  ],
  // Sign-in through providers, provisioning and embedding.
  ways: [
    'saml.add',
    'saml.edit',
    'saml.status',
    'saml.delete',
    'entra.save',
    'entra.delete',
    'scim.token_add',
    'scim.token_edit',
    'scim.token_remove',
    'scim.group_map',
    'scim.choices',
    'embedKey.add',
    'embedKey.rotate',
    'embedKey.revoke',
    'embedded.try',
  ],
  // What the unit does by itself, and the capacities that it controls.
  automation: [
    'task.add',
    'task.edit',
    'task.duplicate',
    'task.remove',
    'task.pause',
    'task.resume',
    'task.takeover',
    'task.extend',
    'task.suspend',
    'task.run',
    'task.cancel_run',
    'capacity.register',
    'capacity.release',
    'capacity.move',
    'capacity.edit',
    'capacity.resume',
    'capacity.suspend',
    'capacity.resize',
    'capacity.override',
    'shift.add',
    'shift.edit',
    'shift.delete',
    'holidays.edit',
  ],
  // What people write for others: messages, notices, the wording of mail, common questions.
  messages: [
    'message.send',
    'message.recall',
    'message.test',
    'notice.add',
    'notice.edit',
    'notice.withdraw',
    'notice.delete',
    'mail_template.edit',
    'mail_template.reset',
    'mail_template.test',
    'faq.add',
    'faq.edit',
    'faq.order',
    'faq.delete',
  ],
  // Also an operator's actions on failed work.
  settings: ['settings.edit', 'settings.addresses_kept', 'job.retry', 'job.leave'],
} as const satisfies Record<AuditFamily, readonly string[]>;

/**
 * Listed elsewhere: sign-ins and their second factors in the sign-in log, visits with the reports, answers in their own list, who
 * acknowledged a notice among its readers.
 */
export const toldElsewhere = [
  ...(['session.start', 'session.refused', 'factor.given', 'factor.confirm', 'factor.challenge'] as const),
  // About one user: the list shows it with the group.
  ...(['membership.addToGroup', 'membership.removeFromGroup'] as const),
  ...(['embedded.start', 'embedded.end', 'questionnaire.answer', 'questionnaire.later', 'notice.acknowledge'] as const),
] as const;

export type AuditWhat = (typeof auditWhats)[AuditFamily][number];

const all: readonly AuditWhat[] = Object.values(auditWhats).flat();

/** The actions of one family, or of all. */
export const actionsInFamily = (family: AuditFamily | undefined): readonly AuditWhat[] => (family ? auditWhats[family] : all);

export const isAuditWhat = (text: string): text is AuditWhat => all.some((what) => what === text);
