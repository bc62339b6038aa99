-- 0264_interrupted_prints.sql
-- A process that was killed between storing a print job and handing it to the printer left it waiting for ever, and one that was
-- killed meanwhile left it printing, although nobody was at it any more.

-- End of the time in which a process has to take a waiting job, or to hand over one that it has taken; null: people see to it.
alter table print_job add column handed_until_ms bigint;
-- Each web process with a printer asks every few seconds for jobs whose time is over.
create index print_job_by_hand_over on print_job (handed_until_ms) where handed_until_ms is not null;

-- Kind of a failure that is not in the words of the printing system. interrupted: nobody knows whether it came out.
alter table print_job add column failure_cause text check (failure_cause in ('interrupted'));
