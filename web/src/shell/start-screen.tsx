/** Before the first screen is there; looks as `index.html` does while the scripts come, so that nothing moves. */
export function StartScreen() {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;
  return (
    <div className="start">
      <img src={icon} width={56} height={56} alt="" />
    </div>
  );
}
