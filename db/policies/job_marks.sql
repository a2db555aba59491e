alter table job_marks enable row level security, force row level security;
create policy gate on job_marks to mirante_gate using (true) with check (true);

revoke delete on job_marks from mirante_gate;
grant select, insert, update on job_marks to mirante_gate;

comment on table job_marks
  is 'Of the platform as a whole: the slot that each job of cron was last done for, and until when somebody is at the next one.';
