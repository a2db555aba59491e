export const notices = {
  'notices.dismiss': 'Dismiss “{{title}}”',
  'notices.dismissed': 'Dismissed. You still find it in the inbox, under Notices.',
  'notices.gate.acknowledge': 'I have read this',
  'notices.gate.more_one': '{{count}} more notice follows.',
  'notices.gate.more_other': '{{count}} more notices follow.',
  'notices.own': 'Notices',
  'notices.own.acknowledged': 'You acknowledged this on {{at}}.',
  'notices.own.dismissed': 'You dismissed this on {{at}}.',
  'notices.own.empty': 'No notices at the moment',
  'inbox.tab.notices': 'Notices',
};
