import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes a file that is dropped on an element, before anything inside does, with all that are dropped at once.
 * Dropping is the pointer's way only: a button beside does the same for keys.
 *
 * @returns whether a file is held over the element
 */
export function useFileDrop(
  area: RefObject<HTMLElement | null>,
  onFile: (file: File, all: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const hold = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = () => setIsOver(false);
    const drop = (event: DragEvent) => {
      if (!carriesFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const [file] = files;
      if (file !== undefined) take(file, files);
    };
    element.addEventListener('dragover', hold, true);
    element.addEventListener('dragleave', leave);
    element.addEventListener('drop', drop, true);
    return () => {
      element.removeEventListener('dragover', hold, true);
      element.removeEventListener('dragleave', leave);
      element.removeEventListener('drop', drop, true);
    };
  }, [area]);
  return isOver;
}

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
