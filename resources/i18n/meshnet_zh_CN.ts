<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Meshnet</name>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 词元</translation>
    </message>
    <message numerus="yes">
        <source>({num} more characters were sent)</source>
        <extracomment>({num} more character was sent)</extracomment>
        <translation>
            <numerusform>（还发送了 {num} 个字符）</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation>0（贪心）</translation>
    </message>
    <message>
        <source>0 up to 15 means layers 0 to 14</source>
        <translation>0 到 15 表示层 0 至 14</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16位</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 天</translation>
    </message>
    <message>
        <source>32 bit</source>
        <translation>32位</translation>
    </message>
    <message>
        <source>4 bit</source>
        <translation>4位</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 天</translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation>8位</translation>
    </message>
    <message>
        <source>&lt;{seconds} s</source>
        <translation>&lt;{seconds} 秒</translation>
    </message>
    <message>
        <source>A chat that runs on several computers is computed by them. Each one works on numbers from which your text and the answer can be reconstructed; the first and the last get the words themselves. So be in a swarm with people whom you trust with that.</source>
        <translation>在多台电脑上运行的聊天由这些电脑共同计算。每台电脑处理的数字都可以还原出你的文字和回答；第一台和最后一台会直接看到文字本身。所以，请只和你信任的人组成集群。</translation>
    </message>
    <message>
        <source>A chat that runs on this computer alone is seen by nobody else. Where the whole model fits, the settings can keep every chat here.</source>
        <translation>只在这台电脑上运行的聊天，别人都看不到。整个模型放得下时，可以在设置里让所有聊天都留在这台电脑上。</translation>
    </message>
    <message>
        <source>A firewall or a missing permission keeps Meshnet from the network.</source>
        <translation>防火墙或缺少权限使 Meshnet 无法使用网络。</translation>
    </message>
    <message>
        <source>A message can have {num} attachments.</source>
        <translation>一条消息最多可以有 {num} 个附件。</translation>
    </message>
    <message>
        <source>A message can hold {most} characters.</source>
        <translation>一条消息最多可以有 {most} 个字符。</translation>
    </message>
    <message>
        <source>A model is here</source>
        <translation>模型已在本机</translation>
    </message>
    <message>
        <source>A model to begin with</source>
        <translation>先从一个模型开始</translation>
    </message>
    <message>
        <source>A peer kept no session cache, so every token cost a full pass.</source>
        <translation>有节点没有保留会话缓存，所以每个词元都要完整计算一遍。</translation>
    </message>
    <message>
        <source>A picture of the invite</source>
        <translation>邀请的图片</translation>
    </message>
    <message>
        <source>A swarm is a group of people who lend each other their computers. Each computer keeps some layers of the model, and together they answer. Only who has an invite gets in, and all that they send each other is encrypted.</source>
        <translation>集群是一群互相借用电脑的人。每台电脑保存模型的一部分层，大家一起作答。只有拿到邀请的人才能进来，彼此之间发送的内容全部加密。</translation>
    </message>
    <message>
        <source>A year</source>
        <translation>一年</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>About Meshnet</source>
        <translation>关于 Meshnet</translation>
    </message>
    <message>
        <source>About {size} of models that were not used for long would go from the disk.</source>
        <translation>大约 {size} 很久没用的模型会从磁盘上移除。</translation>
    </message>
    <message>
        <source>About…</source>
        <translation>关于…</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add it although it is not encrypted</source>
        <translation>尽管没有加密，仍然添加</translation>
    </message>
    <message>
        <source>Add it anyway</source>
        <translation>仍然添加</translation>
    </message>
    <message>
        <source>Add the computer at this address</source>
        <translation>添加此地址的电脑</translation>
    </message>
    <message>
        <source>Add {repository}</source>
        <translation>添加 {repository}</translation>
    </message>
    <message>
        <source>Adding up…</source>
        <translation>正在汇总…</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Address of a computer</source>
        <translation>电脑的地址</translation>
    </message>
    <message>
        <source>Address of a mirror</source>
        <translation>镜像的地址</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>All peers of a route need the same one.</source>
        <translation>同一路由上的节点必须使用同一种精度。</translation>
    </message>
    <message>
        <source>All that is in its folder is deleted.</source>
        <translation>它的文件夹中的全部内容都会被删除。</translation>
    </message>
    <message>
        <source>All {last}</source>
        <translation>全部 {last}</translation>
    </message>
    <message numerus="yes">
        <source>All {layers} layers on {num} other computers</source>
        <extracomment>All {layers} layers on {num} other computer</extracomment>
        <translation>
            <numerusform>全部 {layers} 层，在 {num} 台其他电脑上</numerusform>
        </translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>An address begins with http:// or https://, or with neither.</source>
        <translation>地址应以 http:// 或 https:// 开头，或两者都不写。</translation>
    </message>
    <message>
        <source>An answer broke off</source>
        <translation>有一个回答中断了</translation>
    </message>
    <message>
        <source>An answer needs every layer of the model. Serve them yourself, or bring in others who do.</source>
        <translation>要得到回答，需要模型的每一层。请自己提供这些层，或者请别人来提供。</translation>
    </message>
    <message>
        <source>An example for a terminal</source>
        <translation>终端示例</translation>
    </message>
    <message numerus="yes">
        <source>And {num} others.</source>
        <extracomment>And {num} other.</extracomment>
        <translation>
            <numerusform>还有另外 {num} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Answer options</source>
        <translation>回答选项</translation>
    </message>
    <message>
        <source>Any free one</source>
        <translation>任意空闲端口</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Apply and reload</source>
        <translation>应用并重新加载</translation>
    </message>
    <message>
        <source>Apply model, layers, precision, threads and reach</source>
        <translation>应用模型、层、精度、线程和访问范围</translation>
    </message>
    <message numerus="yes">
        <source>Apply {num} changes</source>
        <extracomment>Apply {num} change</extracomment>
        <translation>
            <numerusform>应用 {num} 项更改</numerusform>
        </translation>
    </message>
    <message>
        <source>Applying…</source>
        <translation>正在应用…</translation>
    </message>
    <message>
        <source>Around a pause</source>
        <translation>暂停前后</translation>
    </message>
    <message>
        <source>As computed</source>
        <translation>按计算精度</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>按实测选择</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>按原样</translation>
    </message>
    <message>
        <source>Ask now</source>
        <translation>立即询问</translation>
    </message>
    <message>
        <source>Ask your first question: the model answers on this computer.</source>
        <translation>提出第一个问题吧：模型就在这台电脑上作答。</translation>
    </message>
    <message>
        <source>Ask {address} now</source>
        <translation>立即询问 {address}</translation>
    </message>
    <message>
        <source>Ask: {question}</source>
        <translation>提问：{question}</translation>
    </message>
    <message>
        <source>Asking the hub whether it knows this token…</source>
        <translation>正在向模型站确认此令牌是否有效…</translation>
    </message>
    <message>
        <source>Asks for terms to be accepted</source>
        <translation>要求接受条款</translation>
    </message>
    <message>
        <source>At all times</source>
        <translation>任何时间</translation>
    </message>
    <message>
        <source>At all times. One line each, like mon-fri 22:00-07:00</source>
        <translation>任何时间。每行一条，例如 mon-fri 22:00-07:00</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>At night</source>
        <translation>夜间</translation>
    </message>
    <message>
        <source>At night and on weekends</source>
        <translation>夜间和周末</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>At worst {worst_bytes}: {max_sessions} × {each}</source>
        <translation>最坏情况 {worst_bytes}：{max_sessions} × {each}</translation>
    </message>
    <message>
        <source>Attach text files</source>
        <translation>附加文本文件</translation>
    </message>
    <message>
        <source>Attach text files; a folder cannot be sent.</source>
        <translation>请附加文本文件；文件夹无法发送。</translation>
    </message>
    <message>
        <source>Attach the part that your question is about.</source>
        <translation>请只附加与你的问题有关的部分。</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Back to the default: {title}</source>
        <translation>恢复默认：{title}</translation>
    </message>
    <message>
        <source>Begin a new chat</source>
        <translation>开始新聊天</translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Begin with the starter model, a small one that chats at once. Or find another: of a large one this computer needs only some layers, and a file that you have can be imported.</source>
        <translation>可以先用入门模型，它很小，马上就能聊天。也可以另找一个：大模型在这台电脑上只需要其中一些层；你已有的模型文件也可以导入。</translation>
    </message>
    <message>
        <source>Between members everything is encrypted. Nobody outside of the swarm can read it, nor can a member that only relays it.</source>
        <translation>成员之间的一切内容都加密。集群外的人读不到，只负责中继的成员也读不到。</translation>
    </message>
    <message>
        <source>By day</source>
        <translation>按天</translation>
    </message>
    <message>
        <source>By layers</source>
        <translation>按层数</translation>
    </message>
    <message>
        <source>By my rules</source>
        <translation>按我的规则</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>按状态</translation>
    </message>
    <message>
        <source>Cache misses</source>
        <translation>缓存未命中</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel and forget what has come of unfinished layers</source>
        <translation>取消，并丢弃未完成的层中已获取的部分</translation>
    </message>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation>取消编辑（Esc）</translation>
    </message>
    <message>
        <source>Change it under Options.</source>
        <translation>可在“选项”中更改。</translation>
    </message>
    <message>
        <source>Change to {model}</source>
        <translation>切换到 {model}</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Chats and sharing go on as you set them. A click on the tray icon opens the window again, and its menu has “Quit Meshnet”.</source>
        <translation>聊天和共享会按你的设置继续。点击托盘图标可重新打开窗口，其菜单中有“退出 Meshnet”。</translation>
    </message>
    <message>
        <source>Chats have to wait</source>
        <translation>聊天需要等待</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>正在检查</translation>
    </message>
    <message>
        <source>Checking layers {span} before others use them…</source>
        <translation>正在检查层 {span}，之后才会供他人使用…</translation>
    </message>
    <message>
        <source>Checking what has come: {text}</source>
        <translation>正在检查已获取的内容：{text}</translation>
    </message>
    <message>
        <source>Checking what has come…</source>
        <translation>正在检查已获取的内容…</translation>
    </message>
    <message>
        <source>Checking {span}</source>
        <translation>正在检查 {span}</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Choose a picture of the invite</source>
        <translation>选择邀请的图片</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>选择图片…</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together have this probability; 1: all.</source>
        <translation>从累计达到这个概率的最可能词元中选择；1 表示全部。</translation>
    </message>
    <message>
        <source>Choose among this many likeliest tokens; 0: no limit.</source>
        <translation>从这么多个最可能的词元中选择；0 表示不限。</translation>
    </message>
    <message>
        <source>Choose by number…</source>
        <translation>按编号选择…</translation>
    </message>
    <message>
        <source>Choose the hour, or leave it out</source>
        <translation>选择这个小时，或排除它</translation>
    </message>
    <message>
        <source>Choose what runs now, or type a name</source>
        <translation>从正在运行的程序中选择，或输入名称</translation>
    </message>
    <message>
        <source>Choosing layers</source>
        <translation>正在选择层</translation>
    </message>
    <message>
        <source>Chosen by itself</source>
        <translation>自动选择</translation>
    </message>
    <message>
        <source>Click this icon to open the window again. To end Meshnet, choose “Quit Meshnet” in its menu.</source>
        <translation>点击此图标可重新打开窗口。要结束 Meshnet，请在其菜单中选择“退出 Meshnet”。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Close what the hub found</source>
        <translation>关闭模型站的搜索结果</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Comparing all that is here with its digests…</source>
        <translation>正在将本机上的全部内容与摘要比对…</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>计算精度</translation>
    </message>
    <message>
        <source>Computes on</source>
        <translation>计算设备</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Context in use</source>
        <translation>已用上下文</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copied what is selected.</source>
        <translation>已复制所选内容。</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copy question</source>
        <translation>复制问题</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Copy the API key</source>
        <translation>复制 API 密钥</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy the example with the key in it</source>
        <translation>复制带密钥的示例</translation>
    </message>
    <message>
        <source>Copy the invite</source>
        <translation>复制邀请</translation>
    </message>
    <message>
        <source>Copy the lines that are shown</source>
        <translation>复制显示的行</translation>
    </message>
    <message>
        <source>Copy this node's address</source>
        <translation>复制此节点的地址</translation>
    </message>
    <message>
        <source>Cut off at the token limit.</source>
        <translation>已达到词元上限，回答被截断。</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Data sent</source>
        <translation>已发送数据</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected chat</source>
        <translation>删除所选聊天</translation>
    </message>
    <message>
        <source>Delete what no model needs</source>
        <translation>删除没有模型需要的内容</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Disk used by models</source>
        <translation>模型占用的磁盘</translation>
    </message>
    <message>
        <source>Dismiss this notice</source>
        <translation>关闭此通知</translation>
    </message>
    <message>
        <source>Do not tell of this version again</source>
        <translation>不再提示此版本</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Draw everything in its usual size</source>
        <translation>恢复正常大小</translation>
    </message>
    <message>
        <source>Draw everything larger</source>
        <translation>全部放大</translation>
    </message>
    <message>
        <source>Draw everything smaller</source>
        <translation>全部缩小</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>Dropped lately</source>
        <translation>最近丢弃</translation>
    </message>
    <message>
        <source>Dropped sessions</source>
        <translation>已丢弃的会话</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>编辑后重新发送</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Every computer in the swarm serves a few layers of the model; together they answer.</source>
        <translation>集群中的每台电脑提供模型的若干层，大家一起作答。</translation>
    </message>
    <message>
        <source>Everybody in this network</source>
        <translation>此网络中的所有人</translation>
    </message>
    <message>
        <source>Everybody in this network can reach it. {no_password}</source>
        <translation>此网络中的所有人都可以访问它。{no_password}</translation>
    </message>
    <message>
        <source>Everything in this dialog goes back to what it was when Meshnet was new. Chats and models stay.</source>
        <translation>此对话框中的所有设置都会恢复为初始值。聊天和模型会保留。</translation>
    </message>
    <message>
        <source>Everything that came with this program is listed with its licence under “Licences…”.</source>
        <translation>随此程序附带的所有组件及其许可证都列在“许可证…”中。</translation>
    </message>
    <message>
        <source>Everything that was asked here is in the settings, and so are these pages.</source>
        <translation>这里问到的一切都可以在设置中更改，这些页面也可以在那里再次打开。</translation>
    </message>
    <message>
        <source>Evict</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Evict the selected session</source>
        <translation>清除所选会话</translation>
    </message>
    <message>
        <source>Explain how rainbows form, in three sentences.</source>
        <translation>用三句话解释彩虹是怎样形成的。</translation>
    </message>
    <message>
        <source>Export all chats as JSON</source>
        <translation>将所有聊天导出为 JSON</translation>
    </message>
    <message>
        <source>Export all chats...</source>
        <translation>导出所有聊天…</translation>
    </message>
    <message>
        <source>Export as JSON...</source>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>Export as Markdown...</source>
        <translation>导出为 Markdown…</translation>
    </message>
    <message>
        <source>Export this chat as JSON</source>
        <translation>将此聊天导出为 JSON</translation>
    </message>
    <message>
        <source>Export this chat as Markdown</source>
        <translation>将此聊天导出为 Markdown</translation>
    </message>
    <message>
        <source>Exported to {file}.</source>
        <translation>已导出到 {file}。</translation>
    </message>
    <message>
        <source>Exporting all chats...</source>
        <translation>正在导出所有聊天…</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Failed: {error}</source>
        <translation>失败：{error}</translation>
    </message>
    <message>
        <source>Failed: {text}</source>
        <translation>失败：{text}</translation>
    </message>
    <message>
        <source>Fastest first</source>
        <translation>最快优先</translation>
    </message>
    <message>
        <source>Fetched so far</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Find another model</source>
        <translation>查找其他模型</translation>
    </message>
    <message>
        <source>Find another model…</source>
        <translation>查找其他模型…</translation>
    </message>
    <message>
        <source>Find in the licences</source>
        <translation>在许可证中查找</translation>
    </message>
    <message>
        <source>Find one in the Models tab, or get the starter model in the Chat tab.</source>
        <translation>请在“模型”页查找模型，或在“聊天”页获取入门模型。</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>正在收尾</translation>
    </message>
    <message>
        <source>Finishing running chats…</source>
        <translation>正在完成进行中的聊天…</translation>
    </message>
    <message>
        <source>Finishing: running chats move to other computers first…</source>
        <translation>正在收尾：进行中的聊天先转移到其他电脑…</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>起始层</translation>
    </message>
    <message>
        <source>First layer to remove</source>
        <translation>要移除的起始层</translation>
    </message>
    <message>
        <source>Fits this computer</source>
        <translation>适合这台电脑</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation>跟随最新一行</translation>
    </message>
    <message>
        <source>For a terminal, to try it</source>
        <translation>可在终端中试用</translation>
    </message>
    <message>
        <source>For you and people whom you trust. It works at once, with this computer alone, and grows as others join.</source>
        <translation>供你和你信任的人使用。只有这台电脑也能马上运行，别人加入后会不断壮大。</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>可用内存</translation>
    </message>
    <message>
        <source>Free software</source>
        <translation>自由软件</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Get layers of this model</source>
        <translation>获取此模型的层</translation>
    </message>
    <message>
        <source>Get layers…</source>
        <translation>获取层…</translation>
    </message>
    <message>
        <source>Get the starter model (93 MB)</source>
        <translation>获取入门模型（93 MB）</translation>
    </message>
    <message>
        <source>Get these layers</source>
        <translation>获取这些层</translation>
    </message>
    <message>
        <source>Get {name}</source>
        <translation>获取 {name}</translation>
    </message>
    <message>
        <source>Get {needed}</source>
        <translation>获取 {needed}</translation>
    </message>
    <message>
        <source>Getting</source>
        <translation>正在获取</translation>
    </message>
    <message>
        <source>Getting its configuration and tokenizer…</source>
        <translation>正在获取配置和分词器…</translation>
    </message>
    <message>
        <source>Getting its layers first: {amount}…</source>
        <translation>先获取它的层：{amount}…</translation>
    </message>
    <message>
        <source>Getting its layers first…</source>
        <translation>先获取它的层…</translation>
    </message>
    <message>
        <source>Getting its layers…</source>
        <translation>正在获取层…</translation>
    </message>
    <message>
        <source>Getting layers {span} first: {amount}…</source>
        <translation>先获取层 {span}：{amount}…</translation>
    </message>
    <message>
        <source>Getting layers {span} first…</source>
        <translation>先获取层 {span}…</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>Getting ready: {what}</source>
        <translation>正在准备：{what}</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>正在获取入门模型</translation>
    </message>
    <message>
        <source>Getting {amount}</source>
        <translation>正在获取 {amount}</translation>
    </message>
    <message>
        <source>Getting {span}</source>
        <translation>正在获取 {span}</translation>
    </message>
    <message>
        <source>Get…</source>
        <translation>获取…</translation>
    </message>
    <message>
        <source>Give it a name, so that you can tell your swarms apart.</source>
        <translation>给它起个名字，以便区分不同的集群。</translation>
    </message>
    <message>
        <source>Give me a recipe idea with tomatoes and rice.</source>
        <translation>用番茄和米饭做菜，给我一个食谱点子。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on with this answer from where it stopped</source>
        <translation>从停下的地方继续这个回答</translation>
    </message>
    <message>
        <source>Go to the next one</source>
        <translation>转到下一项</translation>
    </message>
    <message>
        <source>Go to the one before</source>
        <translation>转到上一项</translation>
    </message>
    <message>
        <source>Going on…</source>
        <translation>正在继续…</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>设置分组</translation>
    </message>
    <message>
        <source>Hand layers on to members</source>
        <translation>将层转交给成员</translation>
    </message>
    <message>
        <source>Handed out</source>
        <translation>已转交</translation>
    </message>
    <message>
        <source>Has left</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Hide the API key</source>
        <translation>隐藏 API 密钥</translation>
    </message>
    <message>
        <source>Holds for all chats: on this computer alone, split over the swarm, or either.</source>
        <translation>适用于所有聊天：只在这台电脑上、分布在集群上，或两者皆可。</translation>
    </message>
    <message>
        <source>Hours of the week at which to share</source>
        <translation>一周中共享的时段</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>回看多久</translation>
    </message>
    <message>
        <source>How freely the next token is chosen: 0 always takes the likeliest, higher is more varied.</source>
        <translation>选择下一个词元的自由程度：0 总是取最可能的，数值越高变化越多。</translation>
    </message>
    <message>
        <source>How much to give</source>
        <translation>给出多少</translation>
    </message>
    <message>
        <source>How much tokens that came before are held back; 1: not at all.</source>
        <translation>对已出现词元的抑制程度；1 表示不抑制。</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Import a .gguf file</source>
        <translation>导入 .gguf 文件</translation>
    </message>
    <message>
        <source>Import a .gguf file…</source>
        <translation>导入 .gguf 文件…</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>导入文件夹…</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>导入模型</translation>
    </message>
    <message>
        <source>Import and export chats</source>
        <translation>导入和导出聊天</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入聊天</translation>
    </message>
    <message>
        <source>Import chats...</source>
        <translation>导入聊天…</translation>
    </message>
    <message>
        <source>Import the folder of a model</source>
        <translation>导入模型所在的文件夹</translation>
    </message>
    <message>
        <source>Imported {name}.</source>
        <translation>已导入 {name}。</translation>
    </message>
    <message>
        <source>Importing chats...</source>
        <translation>正在导入聊天…</translation>
    </message>
    <message>
        <source>Importing {name}…</source>
        <translation>正在导入 {name}…</translation>
    </message>
    <message>
        <source>In your swarm now</source>
        <translation>此刻在你的集群中</translation>
    </message>
    <message numerus="yes">
        <source>In {num} days: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.</source>
        <extracomment>In {num} day: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.</extracomment>
        <translation>
            <numerusform>{num} 天内：{tokens} 个词元，{sessions} 个会话，共享 {time}，发送 {size}。</numerusform>
        </translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Incomplete · {tokens}</source>
        <translation>不完整 · {tokens}</translation>
    </message>
    <message>
        <source>Introduction…</source>
        <translation>入门介绍…</translation>
    </message>
    <message>
        <source>Invite</source>
        <translation>邀请</translation>
    </message>
    <message>
        <source>Invite somebody</source>
        <translation>邀请他人</translation>
    </message>
    <message>
        <source>Invite somebody to this swarm</source>
        <translation>邀请他人加入此集群</translation>
    </message>
    <message>
        <source>Invite to {name}</source>
        <translation>加入“{name}”的邀请</translation>
    </message>
    <message>
        <source>Is a computer on that does not appear? Add it by the address that its Node tab shows.</source>
        <translation>有电脑开着却没有出现？用它的“节点”页显示的地址添加它。</translation>
    </message>
    <message>
        <source>It can be fetched again.</source>
        <translation>以后可以重新获取。</translation>
    </message>
    <message>
        <source>It cannot answer.</source>
        <translation>无法应答。</translation>
    </message>
    <message>
        <source>It could not be saved: {strerror}.</source>
        <translation>无法保存：{strerror}。</translation>
    </message>
    <message>
        <source>It is hidden again after {shown_minutes} minutes.</source>
        <translation>{shown_minutes} 分钟后会再次隐藏。</translation>
    </message>
    <message>
        <source>It names no chats and no keys, and it stays on this computer unless you hand it on.</source>
        <translation>其中没有聊天内容，也没有密钥；除非你转交，它只留在这台电脑上。</translation>
    </message>
    <message>
        <source>It serves the model {precision}. {one_route}</source>
        <translation>它{precision}提供此模型。{one_route}</translation>
    </message>
    <message>
        <source>It was imported: without the file that it came from, it cannot be had back.</source>
        <translation>它是导入的：没有原来的文件就无法恢复。</translation>
    </message>
    <message>
        <source>It works for computers in this network. For people elsewhere one computer of the swarm has to be reachable from the internet.</source>
        <translation>它适用于此网络中的电脑。要让别处的人加入，集群中需要有一台电脑能从互联网访问。</translation>
    </message>
    <message>
        <source>It works from anywhere, through {public}.</source>
        <translation>任何地方都能用，经由 {public}。</translation>
    </message>
    <message>
        <source>Its id is {node_id}</source>
        <translation>它的 ID 是 {node_id}</translation>
    </message>
    <message>
        <source>Its publisher asks you to accept terms first: open its page on the hub with your account, accept them, then sign in below with a token of that account.</source>
        <translation>发布者要求先接受条款：请用你的账号在模型站打开它的页面并接受，然后在下面用该账号的令牌登录。</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>Join or start another swarm…</source>
        <translation>加入或创建其他集群…</translation>
    </message>
    <message>
        <source>Join with an invite</source>
        <translation>用邀请加入</translation>
    </message>
    <message>
        <source>Join with this invite</source>
        <translation>用此邀请加入</translation>
    </message>
    <message>
        <source>Joining</source>
        <translation>正在加入</translation>
    </message>
    <message>
        <source>Jump to the latest message</source>
        <translation>跳到最新消息</translation>
    </message>
    <message>
        <source>KEY</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Keep Meshnet running in the tray?</source>
        <translation>让 Meshnet 在托盘中继续运行？</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Keep what is served now, and serve this beside it</source>
        <translation>保留现在提供的内容，并同时提供此项</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>Latest requests</source>
        <translation>最近的请求</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers come from members of your swarm first, then from the hub, where models are published. Some models ask you to accept their terms there; with an access token of your account this computer can get those, too.</source>
        <translation>层会先从集群成员获取，再从发布模型的模型站获取。有些模型要求先在那里接受条款；有了你账号的访问令牌，这台电脑也能获取这些模型。</translation>
    </message>
    <message>
        <source>Layers here</source>
        <translation>本机上的层</translation>
    </message>
    <message>
        <source>Layers of the model and who serves them</source>
        <translation>模型的层以及由谁提供</translation>
    </message>
    <message>
        <source>Layers on this disk</source>
        <translation>此磁盘上的层</translation>
    </message>
    <message>
        <source>Layers that members of the swarm have fetched from it</source>
        <translation>集群成员从本机获取的层</translation>
    </message>
    <message>
        <source>Layers that the swarm serves</source>
        <translation>集群提供的层</translation>
    </message>
    <message>
        <source>Layers that this computer runs</source>
        <translation>这台电脑运行的层</translation>
    </message>
    <message>
        <source>Layers {fitting}, as many as fit this computer</source>
        <translation>层 {fitting}，这台电脑能放下的最多层数</translation>
    </message>
    <message>
        <source>Layers {layers} are each on one computer only: chats wait while it is away.</source>
        <translation>层 {layers} 各只在一台电脑上：那台离开时，聊天需要等待。</translation>
    </message>
    <message>
        <source>Layers {layers} are not on this disk yet: about {size} are fetched first.</source>
        <translation>层 {layers} 尚不在此磁盘上：会先获取约 {size}。</translation>
    </message>
    <message>
        <source>Layers {layers} of {num_layers} missing</source>
        <translation>缺少层 {layers}（共 {num_layers} 层）</translation>
    </message>
    <message>
        <source>Layers {span}</source>
        <translation>层 {span}</translation>
    </message>
    <message>
        <source>Layers {span} are removed; {freed} are free again.</source>
        <translation>已移除层 {span}；释放了 {freed}。</translation>
    </message>
    <message>
        <source>Layers {span}: nobody serves them</source>
        <translation>层 {span}：没有人提供</translation>
    </message>
    <message>
        <source>Layers {span}: nobody shares them; chats run on this computer</source>
        <translation>层 {span}：没有人共享；聊天在这台电脑上运行</translation>
    </message>
    <message numerus="yes">
        <source>Layers {span}: {num} computers serve them</source>
        <extracomment>Layers {span}: {num} computer serves them</extracomment>
        <translation>
            <numerusform>层 {span}：{num} 台电脑提供</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Leave out the middle</source>
        <translation>省略中间部分</translation>
    </message>
    <message>
        <source>Leave out the oldest</source>
        <translation>省略最早部分</translation>
    </message>
    <message>
        <source>Leave the oldest turns out</source>
        <translation>省略最早的轮次</translation>
    </message>
    <message>
        <source>Leave turns in the middle out</source>
        <translation>省略中间的轮次</translation>
    </message>
    <message>
        <source>Leave {name}?</source>
        <translation>离开“{name}”？</translation>
    </message>
    <message>
        <source>Leave {name}…</source>
        <translation>离开“{name}”…</translation>
    </message>
    <message>
        <source>Leaving</source>
        <translation>正在离开</translation>
    </message>
    <message>
        <source>Left out: {sentences}</source>
        <translation>已排除：{sentences}</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Licences…</source>
        <translation>许可证…</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Limits of what is given</source>
        <translation>共享的限制</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>限制…</translation>
    </message>
    <message>
        <source>List of chats</source>
        <translation>聊天列表</translation>
    </message>
    <message>
        <source>Loaded: {weights}</source>
        <translation>已加载：{weights}</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Loading layers {span}…</source>
        <translation>正在加载层 {span}…</translation>
    </message>
    <message>
        <source>Loading {span}</source>
        <translation>正在加载 {span}</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>本地 API</translation>
    </message>
    <message>
        <source>Lock everybody out of {name} and invite anew?</source>
        <translation>将所有人移出“{name}”并重新邀请？</translation>
    </message>
    <message>
        <source>Lock out</source>
        <translation>移出所有人</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>Longest answer (tokens)</source>
        <translation>最长回答（词元）</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>立即检查</translation>
    </message>
    <message>
        <source>Looking for a route…</source>
        <translation>正在寻找路由…</translation>
    </message>
    <message>
        <source>Looking for the others</source>
        <translation>正在寻找其他电脑</translation>
    </message>
    <message>
        <source>Looking for the others…</source>
        <translation>正在寻找其他电脑…</translation>
    </message>
    <message>
        <source>Looking for your chats...</source>
        <translation>正在查找你的聊天…</translation>
    </message>
    <message>
        <source>Looking what it consists of: {text}</source>
        <translation>正在查看它由什么组成：{text}</translation>
    </message>
    <message>
        <source>Looking what it consists of…</source>
        <translation>正在查看它的组成…</translation>
    </message>
    <message>
        <source>Looking which layers are needed…</source>
        <translation>正在查看需要哪些层…</translation>
    </message>
    <message>
        <source>Looking which models are on this disk…</source>
        <translation>正在查看此磁盘上有哪些模型…</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Made with Qt and others</source>
        <translation>使用 Qt 等软件构建</translation>
    </message>
    <message>
        <source>Make a new API key</source>
        <translation>生成新的 API 密钥</translation>
    </message>
    <message>
        <source>Make a new API key?</source>
        <translation>要生成新的 API 密钥吗？</translation>
    </message>
    <message>
        <source>Make a new key</source>
        <translation>生成新密钥</translation>
    </message>
    <message>
        <source>Many answers at once</source>
        <translation>同时给出多个回答</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Members of your swarm see this computer's name and addresses, which layers it serves, and how fast it is. Whoever has the invite is a member, and can invite others.</source>
        <translation>集群成员能看到这台电脑的名称和地址、它提供哪些层以及速度如何。拥有邀请的人就是成员，也能邀请别人。</translation>
    </message>
    <message>
        <source>Memory for session caches, in MB</source>
        <translation>会话缓存的内存（MB）</translation>
    </message>
    <message>
        <source>Memory used by session caches</source>
        <translation>会话缓存占用的内存</translation>
    </message>
    <message>
        <source>Meshnet ended unexpectedly last time</source>
        <translation>Meshnet 上次意外退出</translation>
    </message>
    <message>
        <source>Meshnet goes on in the tray</source>
        <translation>Meshnet 在托盘中继续运行</translation>
    </message>
    <message>
        <source>Meshnet goes on trying.</source>
        <translation>Meshnet 会继续尝试。</translation>
    </message>
    <message>
        <source>Meshnet goes on, and your chats are saved. If it behaves oddly, quit it and start it again.</source>
        <translation>Meshnet 会继续运行，你的聊天已保存。如果它表现异常，请退出后重新启动。</translation>
    </message>
    <message>
        <source>Meshnet is running already, but it does not answer. Wait a little, or end it, and start it again.</source>
        <translation>Meshnet 已在运行，但没有响应。请稍等，或者结束它再重新启动。</translation>
    </message>
    <message>
        <source>Meshnet is under the Apache License 2.0: you may use, change and hand it on, and it has no warranty.</source>
        <translation>Meshnet 采用 Apache 许可证 2.0：你可以使用、修改和分发它；它不提供任何担保。</translation>
    </message>
    <message>
        <source>Meshnet runs a language model on this computer, or on several together. Each of them takes some of its layers, and so they run a model that is too large for one.</source>
        <translation>Meshnet 在这台电脑上，或在多台电脑上共同运行语言模型。每台电脑承担一部分层，这样就能运行一台电脑放不下的模型。</translation>
    </message>
    <message>
        <source>Meshnet {version}</source>
        <translation>Meshnet {version}</translation>
    </message>
    <message>
        <source>Meshnet – {state}</source>
        <translation>Meshnet – {state}</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation>模型站的镜像</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model files (*.gguf);;All files (*)</source>
        <translation>模型文件 (*.gguf);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Models of its type were not found to run right in parts, so this computer does not serve them.</source>
        <translation>这种类型的模型拆分后未能确认运行正确，所以这台电脑不提供它们。</translation>
    </message>
    <message>
        <source>Models take {used} here; {free} of the disk are free.</source>
        <translation>模型在本机占用 {used}；磁盘剩余 {free}。</translation>
    </message>
    <message>
        <source>Models take {used} of {limit} that they may take.</source>
        <translation>模型占用 {used}，最多允许 {limit}。</translation>
    </message>
    <message>
        <source>Models take {used}.</source>
        <translation>模型占用 {used}。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>More settings…</source>
        <translation>更多设置…</translation>
    </message>
    <message>
        <source>More that can be done with this swarm</source>
        <translation>对此集群的更多操作</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>Most free cache first</source>
        <translation>空闲缓存最多优先</translation>
    </message>
    <message>
        <source>Name of a model, or owner/name of any repository on the hub</source>
        <translation>模型名称，或模型站上任意仓库的“所有者/名称”</translation>
    </message>
    <message>
        <source>Name of the new swarm</source>
        <translation>新集群的名称</translation>
    </message>
    <message>
        <source>Name of this computer…</source>
        <translation>这台电脑的名称…</translation>
    </message>
    <message>
        <source>Nearest first</source>
        <translation>最近优先</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>新聊天（Ctrl+N）</translation>
    </message>
    <message>
        <source>New key…</source>
        <translation>新密钥…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>No browser could be opened. The page is {page}</source>
        <translation>无法打开浏览器。页面地址是 {page}</translation>
    </message>
    <message>
        <source>No chat has “{query}” in it.</source>
        <translation>没有聊天包含“{query}”。</translation>
    </message>
    <message>
        <source>No computers that could answer are there now.</source>
        <translation>目前没有能作答的电脑。</translation>
    </message>
    <message>
        <source>No direct way to it was found, so what is sent goes through another computer of the swarm, which cannot read it.</source>
        <translation>没有找到直达它的途径，因此发送的内容会经过集群中的另一台电脑，而那台电脑读不到内容。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>No line fits this level and filter.</source>
        <translation>没有符合此级别和筛选条件的行。</translation>
    </message>
    <message>
        <source>No matter how much</source>
        <translation>不论占用多少</translation>
    </message>
    <message>
        <source>No matter who uses it</source>
        <translation>不论是否有人使用</translation>
    </message>
    <message>
        <source>No memory reserved</source>
        <translation>未预留内存</translation>
    </message>
    <message>
        <source>No model is on this computer yet</source>
        <translation>这台电脑上还没有模型</translation>
    </message>
    <message>
        <source>No model is on this computer yet, so there is nothing to cover.</source>
        <translation>这台电脑上还没有模型，所以还没有要覆盖的层。</translation>
    </message>
    <message>
        <source>No model is on this computer yet.</source>
        <translation>这台电脑上还没有模型。</translation>
    </message>
    <message>
        <source>No model is on this disk yet. A small one is there in a minute; of a large one this computer needs some layers.</source>
        <translation>此磁盘上还没有模型。小模型一分钟就好；大模型在这台电脑上只需要一部分层。</translation>
    </message>
    <message>
        <source>No network</source>
        <translation>没有网络</translation>
    </message>
    <message>
        <source>No other computer is here yet. Members appear by themselves as soon as they are on.</source>
        <translation>还没有其他电脑。成员一上线就会自动出现。</translation>
    </message>
    <message>
        <source>No other computer yet. In a swarm they find each other by themselves. Without one: share another computer with everybody in this network, then add the address that its Node tab shows.</source>
        <translation>还没有其他电脑。在集群中它们会自动找到彼此。没有集群时：在另一台电脑上与此网络中的所有人共享，然后添加它的“节点”页显示的地址。</translation>
    </message>
    <message>
        <source>No program has asked yet. What is asked and answered is never written here.</source>
        <translation>还没有程序提问。提问和回答的内容从不写在这里。</translation>
    </message>
    <message>
        <source>No sessions</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>No sessions yet. A session appears when somebody's chat runs through {whose}.</source>
        <translation>还没有会话。当有人的聊天经过{whose}时，就会出现会话。</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>没有包含这些词的设置。</translation>
    </message>
    <message>
        <source>No swarm: work alone</source>
        <translation>不用集群：单独运行</translation>
    </message>
    <message>
        <source>No tokens were computed for others in these days.</source>
        <translation>这些天没有为他人计算词元。</translation>
    </message>
    <message>
        <source>Nobody else is here yet. Invite somebody; the computers of a swarm find each other by themselves.</source>
        <translation>还没有其他人。邀请别人吧；集群中的电脑会自动找到彼此。</translation>
    </message>
    <message>
        <source>Nobody in your swarm serves a model yet. Choose one below and share it: the others can then use it, too.</source>
        <translation>你的集群中还没有人提供模型。在下面选一个并共享它，其他人就也能使用。</translation>
    </message>
    <message>
        <source>Nobody serves {layers}</source>
        <translation>没有人提供{layers}</translation>
    </message>
    <message>
        <source>Nobody serves {layers} now.</source>
        <translation>目前没有人提供{layers}。</translation>
    </message>
    <message>
        <source>Nobody serves {layers} yet</source>
        <translation>还没有人提供{layers}</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>None for now: others of the swarm compute</source>
        <translation>暂不获取层：由集群中的其他电脑计算</translation>
    </message>
    <message>
        <source>None of these layers is on this disk yet: about {size} are fetched first.</source>
        <translation>这些层都不在此磁盘上：会先获取约 {size}。</translation>
    </message>
    <message>
        <source>None of these layers is on this disk.</source>
        <translation>这些层都不在此磁盘上。</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Not active.</source>
        <translation>未启用。</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>Not one of these layers fits.</source>
        <translation>这些层一层也放不下。</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Not shared: the node has failed.</source>
        <translation>未共享：节点出错。</translation>
    </message>
    <message>
        <source>Not sharing</source>
        <translation>未共享</translation>
    </message>
    <message>
        <source>Nothing can be applied before this is put right: {titles}.</source>
        <translation>请先改正这些项，然后才能应用：{titles}。</translation>
    </message>
    <message>
        <source>Nothing has happened yet. What this computer does is written here.</source>
        <translation>还没有发生什么。这台电脑所做的事会写在这里。</translation>
    </message>
    <message>
        <source>Nothing in the list fits that. A smaller model, or more computers in your swarm, would.</source>
        <translation>列表中没有适合的模型。较小的模型，或者集群中有更多电脑，就可以。</translation>
    </message>
    <message>
        <source>Nothing in the list matches that. The hub has many more: search there.</source>
        <translation>列表中没有匹配项。模型站上还有很多：请到那里搜索。</translation>
    </message>
    <message>
        <source>Nothing is kept of this run: the log goes to the terminal only.</source>
        <translation>本次运行不留记录：日志只输出到终端。</translation>
    </message>
    <message>
        <source>Nothing is served yet: this computer is getting ready.</source>
        <translation>还没有提供任何层：这台电脑正在准备。</translation>
    </message>
    <message>
        <source>Nothing is served.</source>
        <translation>没有提供任何层。</translation>
    </message>
    <message>
        <source>Nothing was dropped.</source>
        <translation>没有丢弃过会话。</translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation>还没有测量数据。</translation>
    </message>
    <message>
        <source>Nothing was sent to others in these days.</source>
        <translation>这些天没有向他人发送数据。</translation>
    </message>
    <message numerus="yes">
        <source>Now {speed} tokens/s, {num} sessions with {size} of memory.</source>
        <extracomment>Now {speed} tokens/s, {num} session with {size} of memory.</extracomment>
        <translation>
            <numerusform>现在 {speed} 词元/秒，{num} 个会话占用内存 {size}。</numerusform>
        </translation>
    </message>
    <message>
        <source>Now {value}, at least {least} in the last hour.</source>
        <translation>现在 {value}，最近一小时最低 {least}。</translation>
    </message>
    <message>
        <source>Now {value}, at most {most} in the last hour.</source>
        <translation>现在 {value}，最近一小时最高 {most}。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Offline: {error} Last known state below.</source>
        <translation>离线：{error} 下面是最后已知的状态。</translation>
    </message>
    <message>
        <source>On</source>
        <translation>已开启</translation>
    </message>
    <message>
        <source>On the hub: {what}</source>
        <translation>在模型站上：{what}</translation>
    </message>
    <message>
        <source>On the other computer open Meshnet, the Swarm tab, “Join with an invite”. Send the text or the picture there, or take a photo of the picture.</source>
        <translation>在另一台电脑上打开 Meshnet 的“集群”页，选择“用邀请加入”。把文字或图片发到那里，或者给图片拍张照。</translation>
    </message>
    <message>
        <source>On the swarm</source>
        <translation>在集群上</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>On this computer ({num2} on the way)</source>
        <translation>在这台电脑上（{num2} 个正在获取）</translation>
    </message>
    <message>
        <source>One answer's speed</source>
        <translation>单个回答的速度</translation>
    </message>
    <message>
        <source>One model, many computers</source>
        <translation>一个模型，多台电脑</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>Only host and port are needed, nothing after them.</source>
        <translation>只需要主机和端口，后面不要有其他内容。</translation>
    </message>
    <message>
        <source>Only members of {swarm} are let in.</source>
        <translation>只允许“{swarm}”的成员访问。</translation>
    </message>
    <message>
        <source>Only programs on this computer can reach it.</source>
        <translation>只有这台电脑上的程序可以访问它。</translation>
    </message>
    <message>
        <source>Only sessions of your own chats can be dropped on a peer.</source>
        <translation>在其他节点上只能丢弃你自己聊天的会话。</translation>
    </message>
    <message>
        <source>Only text can be sent to the model: copy the text out of the file.</source>
        <translation>只能向模型发送文字：请把文件中的文字复制出来。</translation>
    </message>
    <message>
        <source>Only this computer</source>
        <translation>仅这台电脑</translation>
    </message>
    <message>
        <source>Open Meshnet to go on with it.</source>
        <translation>打开 Meshnet 继续。</translation>
    </message>
    <message>
        <source>Open Meshnet to read it.</source>
        <translation>打开 Meshnet 阅读。</translation>
    </message>
    <message>
        <source>Open Meshnet to see why.</source>
        <translation>打开 Meshnet 查看原因。</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>打开其页面</translation>
    </message>
    <message>
        <source>Open the folder of the log files</source>
        <translation>打开日志文件所在的文件夹</translation>
    </message>
    <message>
        <source>Open the log's folder</source>
        <translation>打开日志文件夹</translation>
    </message>
    <message>
        <source>Open the selected chat</source>
        <translation>打开所选聊天</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>打开窗口</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Order of the computers</source>
        <translation>电脑的排序</translation>
    </message>
    <message>
        <source>Other computers can use it too, at this address. What is asked and answered goes over the network unencrypted.</source>
        <translation>其他电脑也可以用这个地址访问它。提问和回答会不加密地经过网络。</translation>
    </message>
    <message>
        <source>Other model</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>Other models are in the Models tab. A friend's swarm is joined in the Swarm tab.</source>
        <translation>其他模型在“模型”页。在“集群”页可以加入朋友的集群。</translation>
    </message>
    <message>
        <source>Other precision</source>
        <translation>其他精度</translation>
    </message>
    <message>
        <source>Other programs on this computer can ask the swarm: chat tools, editors, scripts, whatever speaks OpenAI's API. They need the address and the key.</source>
        <translation>这台电脑上的其他程序可以向集群提问：聊天工具、编辑器、脚本，凡是支持 OpenAI API 的都可以。它们需要地址和密钥。</translation>
    </message>
    <message>
        <source>Our house</source>
        <translation>我们家</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Paste a token first. You make one in the settings of your account on the hub; reading is enough.</source>
        <translation>请先粘贴令牌。在模型站的账号设置中可以创建令牌，只读权限就够了。</translation>
    </message>
    <message>
        <source>Paste the invite first, or choose a picture of it.</source>
        <translation>请先粘贴邀请，或选择邀请的图片。</translation>
    </message>
    <message>
        <source>Paste the invite here, or drop a picture of it</source>
        <translation>在此粘贴邀请，或拖入邀请的图片</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文字</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause for 1 hour (until {time})</source>
        <translation>暂停 1 小时（到 {time}）</translation>
    </message>
    <message>
        <source>Pause for 4 hours (until {time})</source>
        <translation>暂停 4 小时（到 {time}）</translation>
    </message>
    <message>
        <source>Pause sharing for a time</source>
        <translation>暂停共享一段时间</translation>
    </message>
    <message>
        <source>Pause until tomorrow ({time})</source>
        <translation>暂停到明天（{time}）</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Paused until {time}. Then this computer shares again.</source>
        <translation>暂停到 {time}，之后这台电脑会再次共享。</translation>
    </message>
    <message>
        <source>Paused until {time}. Then your rules decide again.</source>
        <translation>暂停到 {time}，之后重新由你的规则决定。</translation>
    </message>
    <message>
        <source>Paused: layers {span} stay in memory for a while</source>
        <translation>已暂停：层 {span} 会在内存中保留一段时间</translation>
    </message>
    <message>
        <source>Paused: {text}</source>
        <translation>已暂停：{text}</translation>
    </message>
    <message>
        <source>Pause…</source>
        <translation>暂停…</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Pictures ({kinds})</source>
        <translation>图片 ({kinds})</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Plots, maps and schedules</source>
        <translation>图表、层图和时间表</translation>
    </message>
    <message>
        <source>Pool a few computers and run a language model that none of them could run alone.</source>
        <translation>把几台电脑合在一起，运行其中任何一台都无法单独运行的语言模型。</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>Port of the API</source>
        <translation>API 的端口</translation>
    </message>
    <message>
        <source>Precision of the weights</source>
        <translation>权重的精度</translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation>过去 30 天</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>过去 7 天</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>处理器线程</translation>
    </message>
    <message>
        <source>Program, by the name of its file</source>
        <translation>程序，按文件名</translation>
    </message>
    <message>
        <source>Programs that are waited for</source>
        <translation>需要等待的程序</translation>
    </message>
    <message>
        <source>Programs that have only the present key are let in no more, until you give them the new one.</source>
        <translation>只有当前密钥的程序将无法再访问，直到你把新密钥交给它们。</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>Put right what is marked below.</source>
        <translation>请改正下面标出的内容。</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit Meshnet</source>
        <translation>退出 Meshnet</translation>
    </message>
    <message numerus="yes">
        <source>Reading the prompt: {done} of {num} tokens</source>
        <extracomment>Reading the prompt: {done} of {num} token</extracomment>
        <translation>
            <numerusform>正在读取提示：{done} / {num} 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Ready to chat</source>
        <translation>可以聊天</translation>
    </message>
    <message>
        <source>Ready: layers {span}</source>
        <translation>就绪：层 {span}</translation>
    </message>
    <message numerus="yes">
        <source>Ready: layers {span} and {num} shards more</source>
        <extracomment>Ready: layers {span} and {num} shard more</extracomment>
        <translation>
            <numerusform>就绪：层 {span} 和另外 {num} 个分片</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready: model</source>
        <translation>就绪：整个模型</translation>
    </message>
    <message>
        <source>Refusals</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove layers</source>
        <translation>移除层</translation>
    </message>
    <message>
        <source>Remove some layers…</source>
        <translation>移除部分层…</translation>
    </message>
    <message>
        <source>Remove somebody…</source>
        <translation>移除某人…</translation>
    </message>
    <message>
        <source>Remove the attachment {name}</source>
        <translation>移除附件 {name}</translation>
    </message>
    <message>
        <source>Remove the chosen program</source>
        <translation>移除所选程序</translation>
    </message>
    <message>
        <source>Remove the selected program</source>
        <translation>移除所选程序</translation>
    </message>
    <message>
        <source>Remove these layers from this disk</source>
        <translation>从此磁盘移除这些层</translation>
    </message>
    <message>
        <source>Remove {address}</source>
        <translation>移除 {address}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>Remove {name}?</source>
        <translation>移除 {name}？</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>正在移除…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename the selected chat</source>
        <translation>重命名所选聊天</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>重置所有设置？</translation>
    </message>
    <message>
        <source>Reset all…</source>
        <translation>全部重置…</translation>
    </message>
    <message>
        <source>Reset {name}</source>
        <translation>重置{name}</translation>
    </message>
    <message>
        <source>Resume now</source>
        <translation>立即恢复</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Retry this question</source>
        <translation>重试此问题</translation>
    </message>
    <message>
        <source>Reused</source>
        <translation>已缓存</translation>
    </message>
    <message>
        <source>Route: {hops}</source>
        <translation>路由：{hops}</translation>
    </message>
    <message>
        <source>Route: {hops}. {note}</source>
        <translation>路由：{hops}。{note}</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Rules of sharing</source>
        <translation>共享的规则</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>规则…</translation>
    </message>
    <message>
        <source>Run a model together</source>
        <translation>一起运行一个模型</translation>
    </message>
    <message>
        <source>Running chats move to other computers, then this one stops.</source>
        <translation>进行中的聊天转移到其他电脑，然后这台停止。</translation>
    </message>
    <message>
        <source>Running sessions finish first.</source>
        <translation>进行中的会话先完成。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save and share by these rules</source>
        <translation>保存并按这些规则共享</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save the invite</source>
        <translation>保存邀请</translation>
    </message>
    <message>
        <source>Say so</source>
        <translation>提示我</translation>
    </message>
    <message>
        <source>Say so and wait</source>
        <translation>提示我并等待</translation>
    </message>
    <message>
        <source>Schedule as text</source>
        <translation>以文字填写时间表</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>搜索聊天</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Search the chats</source>
        <translation>搜索聊天</translation>
    </message>
    <message>
        <source>Search the hub</source>
        <translation>搜索模型站</translation>
    </message>
    <message>
        <source>Searching the hub</source>
        <translation>正在搜索模型站</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Select a session to evict it.</source>
        <translation>选择一个会话即可将其清除。</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送（Enter）</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Sent to others</source>
        <translation>发送给他人</translation>
    </message>
    <message>
        <source>Serve as well</source>
        <translation>同时提供</translation>
    </message>
    <message>
        <source>Serve layers {span} on this computer</source>
        <translation>在这台电脑上提供层 {span}</translation>
    </message>
    <message>
        <source>Serve these layers on this computer</source>
        <translation>在这台电脑上提供这些层</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Session caches</source>
        <translation>会话缓存</translation>
    </message>
    <message>
        <source>Session caches kept</source>
        <translation>会话缓存的保存精度</translation>
    </message>
    <message>
        <source>Session caches take {used} now.</source>
        <translation>会话缓存现在占用 {used}。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Sessions at once</source>
        <translation>同时会话数</translation>
    </message>
    <message>
        <source>Sessions kept</source>
        <translation>保留的会话</translation>
    </message>
    <message>
        <source>Set up the starter model</source>
        <translation>设置入门模型</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Settings of the API</source>
        <translation>API 的设置</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Share for as long as Meshnet runs</source>
        <translation>只要 Meshnet 在运行就共享</translation>
    </message>
    <message>
        <source>Share nothing until you say so</source>
        <translation>在你另行决定之前不共享</translation>
    </message>
    <message>
        <source>Share only if</source>
        <translation>仅在以下情况共享</translation>
    </message>
    <message>
        <source>Share this computer</source>
        <translation>共享这台电脑</translation>
    </message>
    <message>
        <source>Share this computer in the Node tab, or bring in others who serve the model.</source>
        <translation>在“节点”页共享这台电脑，或者请其他提供此模型的人加入。</translation>
    </message>
    <message>
        <source>Share while your rules allow it: when this computer is idle, at some hours, on mains</source>
        <translation>在你的规则允许时共享：这台电脑空闲时、在某些时段、接通电源时</translation>
    </message>
    <message>
        <source>Shares for as long as Meshnet runs.</source>
        <translation>只要 Meshnet 在运行就会共享。</translation>
    </message>
    <message>
        <source>Shares while your rules allow it.</source>
        <translation>在你的规则允许时共享。</translation>
    </message>
    <message>
        <source>Shares {shared}</source>
        <translation>共享{shared}</translation>
    </message>
    <message>
        <source>Share…</source>
        <translation>共享…</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Sharing is paused: no chats of others run here.</source>
        <translation>共享已暂停：他人的聊天不在这里运行。</translation>
    </message>
    <message>
        <source>Sharing would stop now. {reason}</source>
        <translation>共享会立即停止。{reason}</translation>
    </message>
    <message>
        <source>Sharing {span}</source>
        <translation>正在共享 {span}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show as plain text</source>
        <translation>显示为纯文本</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Show only lines with this text</source>
        <translation>只显示包含此文字的行</translation>
    </message>
    <message>
        <source>Show or hide the list of chats</source>
        <translation>显示或隐藏聊天列表</translation>
    </message>
    <message>
        <source>Show or hide the list of chats (Ctrl+B)</source>
        <translation>显示或隐藏聊天列表（Ctrl+B）</translation>
    </message>
    <message>
        <source>Show the API</source>
        <translation>显示 API</translation>
    </message>
    <message>
        <source>Show the API key</source>
        <translation>显示 API 密钥</translation>
    </message>
    <message>
        <source>Show the chat</source>
        <translation>显示聊天</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>Show the models</source>
        <translation>显示模型</translation>
    </message>
    <message>
        <source>Show the node</source>
        <translation>显示节点</translation>
    </message>
    <message>
        <source>Show the session caches of</source>
        <translation>显示会话缓存，所属节点：</translation>
    </message>
    <message>
        <source>Show the swarm</source>
        <translation>显示集群</translation>
    </message>
    <message>
        <source>Show this list</source>
        <translation>显示此列表</translation>
    </message>
    <message numerus="yes">
        <source>Show {num} earlier messages</source>
        <extracomment>Show {num} earlier message</extracomment>
        <translation>
            <numerusform>显示之前的 {num} 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Sign in to the hub</source>
        <translation>登录模型站</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Signed in. The token is kept in this computer's own place for it.</source>
        <translation>已登录。令牌保存在这台电脑的专用位置。</translation>
    </message>
    <message>
        <source>Signed out: the token is forgotten here.</source>
        <translation>已退出登录：这里不再保存令牌。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>So many tokens pass its layers in a second, as it measured ({decode_tps} for a single layer).</source>
        <translation>据它自己测量，每秒有这么多词元通过它的层（单层为 {decode_tps}）。</translation>
    </message>
    <message>
        <source>Somebody in the swarm gives it to you: a line of text, or a picture with a QR code.</source>
        <translation>由集群中的人给你：一行文字，或一张带二维码的图片。</translation>
    </message>
    <message>
        <source>Somebody is getting layers ready.</source>
        <translation>有人正在准备层。</translation>
    </message>
    <message>
        <source>Somebody is getting layers ready; the chat opens by itself when they are.</source>
        <translation>有人正在准备层；准备好后聊天会自动打开。</translation>
    </message>
    <message>
        <source>Something in Meshnet failed</source>
        <translation>Meshnet 出了点问题</translation>
    </message>
    <message>
        <source>Sort the requests by</source>
        <translation>请求排序方式</translation>
    </message>
    <message>
        <source>Sort the sessions by</source>
        <translation>会话的排序方式</translation>
    </message>
    <message>
        <source>Span and model</source>
        <translation>层段和模型</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Start a swarm</source>
        <translation>创建集群</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>开始聊天</translation>
    </message>
    <message>
        <source>Start or join a swarm</source>
        <translation>创建或加入集群</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop serving {shard_name}</source>
        <translation>停止提供 {shard_name}</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>停止回答（Esc）</translation>
    </message>
    <message>
        <source>Stop the answer, leave editing, or close the options</source>
        <translation>停止回答、退出编辑或关闭选项</translation>
    </message>
    <message>
        <source>Stopped by you.</source>
        <translation>已由你停止。</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Swarm</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>TTL left</source>
        <translation>剩余存活时间</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>That cannot be: {reason}.</source>
        <translation>这样不行：{reason}。</translation>
    </message>
    <message>
        <source>That computer is asked without encryption: whoever is on the way could read and change the chat, and nobody checks who answers. A swarm is safe from that.</source>
        <translation>与那台电脑的通信没有加密：途中的任何人都可能读取和更改聊天，也没有人核实是谁在作答。集群没有这个问题。</translation>
    </message>
    <message>
        <source>That computer is in the list already.</source>
        <translation>那台电脑已在列表中。</translation>
    </message>
    <message>
        <source>That does not fit: {free_bytes} of the disk are free.</source>
        <translation>放不下：磁盘剩余 {free_bytes}。</translation>
    </message>
    <message>
        <source>That failed: {reason}</source>
        <translation>操作失败：{reason}</translation>
    </message>
    <message>
        <source>That is more than the {limit_bytes} that models may take on this disk.</source>
        <translation>这超过了模型可在此磁盘上占用的 {limit_bytes}。</translation>
    </message>
    <message>
        <source>That is no host name or IP address.</source>
        <translation>这不是主机名或 IP 地址。</translation>
    </message>
    <message>
        <source>That is {num} characters; a message can hold {most}. Nothing was attached.</source>
        <translation>共有 {num} 个字符；一条消息最多 {most} 个。没有附加任何内容。</translation>
    </message>
    <message>
        <source>That mirror cannot be used: {wrong}.</source>
        <translation>该镜像无法使用：{wrong}。</translation>
    </message>
    <message>
        <source>That picture is too large.</source>
        <translation>该图片太大。</translation>
    </message>
    <message>
        <source>That session was gone already.</source>
        <translation>该会话已经不在了。</translation>
    </message>
    <message>
        <source>That was cancelled.</source>
        <translation>操作已取消。</translation>
    </message>
    <message>
        <source>The address is on the clipboard.</source>
        <translation>地址已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The address that a program needs</source>
        <translation>程序所需的地址</translation>
    </message>
    <message>
        <source>The answer so far is kept above.</source>
        <translation>已有的回答保留在上面。</translation>
    </message>
    <message>
        <source>The computers that answer can read what you ask. Be in a swarm with people whom you trust.</source>
        <translation>作答的电脑能读到你的问题。请和你信任的人组成集群。</translation>
    </message>
    <message>
        <source>The context is nearly full: there is room for {num} more tokens, the answer included.</source>
        <translation>上下文快满了：包括回答在内，还能容纳 {num} 个词元。</translation>
    </message>
    <message>
        <source>The example is on the clipboard, with the key in it.</source>
        <translation>带密钥的示例已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The folder could not be opened. It is {folder}</source>
        <translation>无法打开文件夹。它在 {folder}</translation>
    </message>
    <message>
        <source>The general path</source>
        <translation>通用路径</translation>
    </message>
    <message>
        <source>The hub has nothing by that name.</source>
        <translation>模型站上没有这个名称。</translation>
    </message>
    <message>
        <source>The invite as a QR code</source>
        <translation>邀请的二维码</translation>
    </message>
    <message>
        <source>The invite as text</source>
        <translation>邀请的文字</translation>
    </message>
    <message>
        <source>The key is on the clipboard.</source>
        <translation>密钥已复制到剪贴板。</translation>
    </message>
    <message>
        <source>The last hour</source>
        <translation>最近一小时</translation>
    </message>
    <message>
        <source>The layers are being fetched first. They are loaded and served when all of them are here.</source>
        <translation>这些层会先获取；全部到齐后才加载并提供。</translation>
    </message>
    <message>
        <source>The layers stay in memory for {time} more.</source>
        <translation>这些层还会在内存中保留 {time}。</translation>
    </message>
    <message>
        <source>The layers that the swarm needs most, as many as fit this computer. It moves when that changes.</source>
        <translation>集群最需要的层，这台电脑能放下多少就提供多少。需求变化时会随之移动。</translation>
    </message>
    <message>
        <source>The layers would be loaded anew.</source>
        <translation>这些层会重新加载。</translation>
    </message>
    <message numerus="yes">
        <source>The layers would be loaded anew: {num} sessions ({size}) would move to other computers or end.</source>
        <extracomment>The layers would be loaded anew: {num} session ({size}) would move to other computers or end.</extracomment>
        <translation>
            <numerusform>这些层会重新加载：{num} 个会话（{size}）会转移到其他电脑或结束。</numerusform>
        </translation>
    </message>
    <message>
        <source>The lean path</source>
        <translation>精简路径</translation>
    </message>
    <message>
        <source>The licences cannot be read: {reason}</source>
        <translation>无法读取许可证：{reason}</translation>
    </message>
    <message>
        <source>The most that is handed on, in MB per second</source>
        <translation>转交的上限，MB/秒</translation>
    </message>
    <message>
        <source>The most that models may take, in GB</source>
        <translation>模型占用的上限，GB</translation>
    </message>
    <message>
        <source>The node failed, so it keeps no sessions.</source>
        <translation>节点出错，因此不保留任何会话。</translation>
    </message>
    <message>
        <source>The node is off. It serves layers while this computer shares: see “Share this computer”.</source>
        <translation>节点已关闭。这台电脑共享时它才提供层：见“共享这台电脑”。</translation>
    </message>
    <message>
        <source>The other computers</source>
        <translation>其他电脑</translation>
    </message>
    <message>
        <source>The other computers of {swarm} cannot be reached.</source>
        <translation>无法连接到“{swarm}”的其他电脑。</translation>
    </message>
    <message>
        <source>The others know this computer as {short_id}.</source>
        <translation>其他人看到的这台电脑是 {short_id}。</translation>
    </message>
    <message>
        <source>The others serve {name}, so they cannot help with this model.</source>
        <translation>其他人提供的是 {name}，因此无法协助运行此模型。</translation>
    </message>
    <message>
        <source>The port is missing, as in 192.168.1.20:51001.</source>
        <translation>缺少端口，例如 192.168.1.20:51001。</translation>
    </message>
    <message>
        <source>The port must be a number from 1 to 65535.</source>
        <translation>端口必须是 1 到 65535 之间的数字。</translation>
    </message>
    <message>
        <source>The same each time</source>
        <translation>每次都相同</translation>
    </message>
    <message>
        <source>The same question, options and seed give the same answer; empty: another each time.</source>
        <translation>问题、选项和随机种子都相同时，回答也相同；留空：每次都不同。</translation>
    </message>
    <message>
        <source>The seed must be a whole number, or empty for a random one.</source>
        <translation>随机种子必须是整数；留空则随机。</translation>
    </message>
    <message>
        <source>The shard is being checked before others may use it…</source>
        <translation>正在检查分片，之后才会供他人使用…</translation>
    </message>
    <message>
        <source>The shard is being loaded…</source>
        <translation>正在加载分片…</translation>
    </message>
    <message>
        <source>The shard is being unloaded…</source>
        <translation>正在卸载分片…</translation>
    </message>
    <message>
        <source>The starter model is small and not very clever, but it chats at once. It came with Meshnet.</source>
        <translation>入门模型很小，也不太聪明，但马上就能聊天。它随 Meshnet 一起提供。</translation>
    </message>
    <message>
        <source>The starter model is small and not very clever, but it chats at once. It is fetched once.</source>
        <translation>入门模型很小，也不太聪明，但马上就能聊天。只需获取一次。</translation>
    </message>
    <message>
        <source>The starter model, SmolLM2-135M-Instruct, is under the Apache License 2.0. Models that you fetch have licences of their own, which stand beside them where you choose one.</source>
        <translation>入门模型 SmolLM2-135M-Instruct 采用 Apache 许可证 2.0。你获取的模型各有自己的许可证，选择模型时会在旁边显示。</translation>
    </message>
    <message>
        <source>The totals could not be read.</source>
        <translation>无法读取总计。</translation>
    </message>
    <message>
        <source>The tray icon says whether this computer shares, and pauses it.</source>
        <translation>托盘图标会显示这台电脑是否在共享，也可以用它暂停共享。</translation>
    </message>
    <message>
        <source>The weights as the model has them.</source>
        <translation>按模型原有的精度保存权重。</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>The window is made with Qt, under the LGPL: its libraries are files of their own, and you may exchange them for others. Models run with PyTorch, transformers and ONNX Runtime; members meet over Zenoh.</source>
        <translation>窗口用 Qt 构建，Qt 采用 LGPL：它的库是单独的文件，你可以将其替换为其他版本。模型由 PyTorch、transformers 和 ONNX Runtime 运行；成员之间通过 Zenoh 相互连接。</translation>
    </message>
    <message>
        <source>The window speaks the chosen language from its next start on.</source>
        <translation>窗口将在下次启动时使用所选语言。</translation>
    </message>
    <message>
        <source>Their memory, MB</source>
        <translation>会话缓存的内存，MB</translation>
    </message>
    <message>
        <source>There is a new key. The old one is good for nothing any more.</source>
        <translation>已有新密钥。旧密钥不再有效。</translation>
    </message>
    <message>
        <source>There is neither a password nor encryption: a swarm has both.</source>
        <translation>既没有密码，也没有加密：集群两者都有。</translation>
    </message>
    <message>
        <source>There is no QR code in that picture. A screenshot, or a sharp photo of the whole code, works best.</source>
        <translation>该图片中没有二维码。屏幕截图，或拍到完整二维码的清晰照片，效果最好。</translation>
    </message>
    <message>
        <source>There is no account and no company's server in between. Your chats and settings are files on this computer.</source>
        <translation>没有账号，中间也没有任何公司的服务器。你的聊天和设置都是这台电脑上的文件。</translation>
    </message>
    <message>
        <source>There is no route yet</source>
        <translation>还没有路由</translation>
    </message>
    <message>
        <source>There is no way to take a single person out: everybody who ever had an invite can come in. So to remove somebody the swarm gets a new secret. All invites until now stop working, and everybody who is to stay needs a new invite from you. Until they have used it they are out, too.</source>
        <translation>无法只让某一个人退出：凡是拿到过邀请的人都能进来。因此，要移除某人，集群会换一个新密钥。此前的所有邀请都会失效，要留下的每个人都需要你给的新邀请；在使用新邀请之前，他们也进不来。</translation>
    </message>
    <message>
        <source>These rules count while the switch stands on {position}.</source>
        <translation>开关位于“{position}”时，这些规则才生效。</translation>
    </message>
    <message>
        <source>These words are in no licence.</source>
        <translation>没有许可证包含这些词。</translation>
    </message>
    <message>
        <source>They are here, but nothing is known yet of what they serve.</source>
        <translation>它们在线，但还不知道它们提供什么。</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>This build names no place where new versions are published.</source>
        <translation>此程序没有注明新版本的发布位置。</translation>
    </message>
    <message>
        <source>This chat is longer than the model can take, so it will not be answered. Shorten the message, begin a new chat, or let older messages be left out (Options).</source>
        <translation>此聊天超出了模型能容纳的长度，因此不会作答。请缩短消息、开始新聊天，或让较早的消息被省略（“选项”）。</translation>
    </message>
    <message>
        <source>This chat is longer than the model can take: its oldest messages will be left out.</source>
        <translation>此聊天超出了模型能容纳的长度：最早的消息会被省略。</translation>
    </message>
    <message>
        <source>This chat is longer than the model can take: messages from its middle will be left out.</source>
        <translation>此聊天超出了模型能容纳的长度：中间的消息会被省略。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>This computer cannot get to the others.</source>
        <translation>这台电脑无法连接到其他电脑。</translation>
    </message>
    <message>
        <source>This computer cannot share</source>
        <translation>这台电脑无法共享</translation>
    </message>
    <message>
        <source>This computer computes for others only while you share it, within limits that you set, and you can pause that at any time. Nothing is shared yet.</source>
        <translation>只有你共享时，这台电脑才为他人计算，而且不超过你设定的限制，你随时可以暂停。现在还没有共享任何内容。</translation>
    </message>
    <message>
        <source>This computer does not help the others yet. You can chat all the same.</source>
        <translation>这台电脑还没有帮助其他人。你照样可以聊天。</translation>
    </message>
    <message>
        <source>This computer forgets the swarm. To come back you need an invite again.</source>
        <translation>这台电脑会忘记该集群。要再次加入，需要新的邀请。</translation>
    </message>
    <message>
        <source>This computer has not shared yet. Choose “Always” or “By my rules” to begin.</source>
        <translation>这台电脑还没有共享过。请选择“始终”或“按我的规则”开始共享。</translation>
    </message>
    <message>
        <source>This computer is kept awake meanwhile.</source>
        <translation>在此期间，这台电脑会保持唤醒。</translation>
    </message>
    <message>
        <source>This computer is not signed in.</source>
        <translation>这台电脑未登录。</translation>
    </message>
    <message>
        <source>This computer is signed in.</source>
        <translation>这台电脑已登录。</translation>
    </message>
    <message>
        <source>This computer serves layers to your swarm for as long as Meshnet runs.</source>
        <translation>只要 Meshnet 在运行，这台电脑就向你的集群提供层。</translation>
    </message>
    <message>
        <source>This computer serves layers while your rules allow it; they are in the Node tab.</source>
        <translation>这台电脑在你的规则允许时提供层；规则在“节点”页。</translation>
    </message>
    <message>
        <source>This computer serves nobody. You can chat all the same, and share later in the Node tab.</source>
        <translation>这台电脑不为任何人服务。你照样可以聊天，以后可在“节点”页共享。</translation>
    </message>
    <message>
        <source>This computer shares it now. Stop sharing it first.</source>
        <translation>这台电脑正在共享它。请先停止共享。</translation>
    </message>
    <message>
        <source>This computer shares {used} now. Stop sharing first.</source>
        <translation>这台电脑正在共享{used}。请先停止共享。</translation>
    </message>
    <message>
        <source>This computer was not shared in these days.</source>
        <translation>这些天这台电脑没有共享。</translation>
    </message>
    <message>
        <source>This copy brings no packages of others: their licences are with the packages that were installed.</source>
        <translation>此副本不附带他人的软件包：它们的许可证在已安装的软件包中。</translation>
    </message>
    <message>
        <source>This frees about {freed}. They can be fetched again.</source>
        <translation>这会释放约 {freed}。以后可以重新获取。</translation>
    </message>
    <message>
        <source>This frees {held_bytes}.</source>
        <translation>这会释放 {held_bytes}。</translation>
    </message>
    <message>
        <source>This is the latest version, {own}.</source>
        <translation>这已是最新版本 {own}。</translation>
    </message>
    <message>
        <source>This message alone is longer than the model can take. Shorten it, or attach less.</source>
        <translation>单是这条消息就超出了模型能容纳的长度。请缩短它，或少附加一些内容。</translation>
    </message>
    <message>
        <source>This model's layers keep no session cache: every step computes the whole text again.</source>
        <translation>此模型的层不保留会话缓存：每一步都要重新计算全部文字。</translation>
    </message>
    <message>
        <source>This peer's node failed.</source>
        <translation>此节点出错了。</translation>
    </message>
    <message>
        <source>This peer's node is off.</source>
        <translation>此节点已关闭。</translation>
    </message>
    <message numerus="yes">
        <source>This would end {num} sessions ({size}).</source>
        <extracomment>This would end {num} session ({size}).</extracomment>
        <translation>
            <numerusform>这会结束 {num} 个会话（{size}）。</numerusform>
        </translation>
    </message>
    <message>
        <source>Those of them that are not on this disk are fetched first.</source>
        <translation>其中不在此磁盘上的层会先获取。</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Threads, port, session caches, and what computes</source>
        <translation>线程、端口、会话缓存和计算方式</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time at each hop</source>
        <translation>每一跳的用时</translation>
    </message>
    <message>
        <source>Time shared</source>
        <translation>共享时间</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>聊天的标题</translation>
    </message>
    <message>
        <source>To chat with one of them this computer takes only its small files; the others compute.</source>
        <translation>要和其中一个聊天，这台电脑只需要它的小文件；计算由其他电脑完成。</translation>
    </message>
    <message>
        <source>To chat with them, this computer needs only its small files.</source>
        <translation>要与它们聊天，这台电脑只需要它的小文件。</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens of the answer</source>
        <translation>回答的词元数</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>提问的词元数</translation>
    </message>
    <message>
        <source>Tokens of the prompt that were still held from the turn before</source>
        <translation>提问中上一轮仍在缓存的词元数</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Too large: {needed} are needed to load them, {max} are free.</source>
        <translation>太大：加载需要 {needed}，可用 {max}。</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Tools made for Ollama take the address without /v1 at its end.</source>
        <translation>为 Ollama 制作的工具使用末尾不带 /v1 的地址。</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Type an address such as 192.168.1.20:51001.</source>
        <translation>请输入地址，例如 192.168.1.20:51001。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Up to, not including, layer</source>
        <translation>到此层为止（不含）</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>用于新聊天</translation>
    </message>
    <message>
        <source>Use in chats</source>
        <translation>在聊天中使用</translation>
    </message>
    <message>
        <source>Use layers {fitting}, which fit</source>
        <translation>使用放得下的层 {fitting}</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>使用 {model}</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>使用 {name}</translation>
    </message>
    <message>
        <source>Use {name} from your swarm</source>
        <translation>使用集群中的 {name}</translation>
    </message>
    <message>
        <source>Used in chats</source>
        <translation>正用于聊天</translation>
    </message>
    <message>
        <source>Usual hours…</source>
        <translation>常用时段…</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Version {index} of {num}</source>
        <translation>第 {index} 个版本，共 {num} 个</translation>
    </message>
    <message>
        <source>Version {version} of Meshnet is there. This is {own}.</source>
        <translation>Meshnet {version} 版已发布。当前版本是 {own}。</translation>
    </message>
    <message>
        <source>Waiting: {text}</source>
        <translation>正在等待：{text}</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>正在等待…</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Welcome to Meshnet</source>
        <translation>欢迎使用 Meshnet</translation>
    </message>
    <message>
        <source>What happens when the chat has more tokens than the model can take.</source>
        <translation>聊天的词元数超出模型容量时怎么办。</translation>
    </message>
    <message>
        <source>What is missing comes from elsewhere.</source>
        <translation>缺少的部分会从别处获取。</translation>
    </message>
    <message>
        <source>What is sent to it is not encrypted, and nobody checks who it is: use it in your own network only.</source>
        <translation>发给它的内容没有加密，也没有人核实它是谁：只在自己的网络中使用。</translation>
    </message>
    <message>
        <source>What is the capital of France?</source>
        <translation>法国的首都是哪里？</translation>
    </message>
    <message>
        <source>What of it fits is said as soon as its small files are here; its layers come when you choose them.</source>
        <translation>它的小文件到齐后就会告诉你放得下多少；选好层之后才会获取层。</translation>
    </message>
    <message>
        <source>What others can see</source>
        <translation>其他人能看到什么</translation>
    </message>
    <message>
        <source>What runs now could not be found out; type the program's name.</source>
        <translation>无法得知现在运行着哪些程序；请输入程序的名称。</translation>
    </message>
    <message>
        <source>What the model is told before the conversation (optional)</source>
        <translation>对话开始前告诉模型的内容（可选）</translation>
    </message>
    <message>
        <source>What the model is told before the conversation, in this chat.</source>
        <translation>在此聊天中，对话开始前告诉模型的内容。</translation>
    </message>
    <message>
        <source>What the others see this computer as; empty takes the name that it has.</source>
        <translation>其他人看到的这台电脑的名称；留空则用它原有的名称。</translation>
    </message>
    <message>
        <source>What this computer gave</source>
        <translation>这台电脑的贡献</translation>
    </message>
    <message>
        <source>What this computer gave by day</source>
        <translation>这台电脑每天的贡献</translation>
    </message>
    <message>
        <source>What to serve</source>
        <translation>提供什么</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>显示什么</translation>
    </message>
    <message>
        <source>What you choose here needs no Apply.</source>
        <translation>在此选择的内容无需点“应用”。</translation>
    </message>
    <message>
        <source>When it is reached, layers that can be fetched again and were used longest ago make room. What this computer shares, and what was imported, stays.</source>
        <translation>达到上限时，可以重新获取且最久未用的层会让出空间。这台电脑共享的和导入的内容会保留。</translation>
    </message>
    <message>
        <source>When the chat is too long</source>
        <translation>聊天过长时</translation>
    </message>
    <message>
        <source>Where an answer ends that has not ended by itself.</source>
        <translation>回答没有自行结束时，在多少词元处截断。</translation>
    </message>
    <message>
        <source>Where every chat runs</source>
        <translation>所有聊天在哪里运行</translation>
    </message>
    <message>
        <source>Where it is quicker</source>
        <translation>自动选较快的</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>在哪里运行</translation>
    </message>
    <message>
        <source>Where layers come from</source>
        <translation>层从哪里来</translation>
    </message>
    <message>
        <source>Where models are published, it is seen which of them you look for and fetch from there. Your chats never go there.</source>
        <translation>发布模型的地方能看到你在那里查找和获取哪些模型。你的聊天绝不会发往那里。</translation>
    </message>
    <message>
        <source>Which layers to get</source>
        <translation>获取哪些层</translation>
    </message>
    <message>
        <source>While the local API is on, the requests of other programs are listed here.</source>
        <translation>本地 API 开启时，其他程序的请求会列在这里。</translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation>谁可以访问</translation>
    </message>
    <message>
        <source>Who serves which layers</source>
        <translation>谁提供哪些层</translation>
    </message>
    <message>
        <source>Whoever gets to {host} can reach it. {no_password}</source>
        <translation>凡是能到达 {host} 的人都可以访问它。{no_password}</translation>
    </message>
    <message>
        <source>Whoever has this invite is in, now and later. Give it only to people whom you trust, never to a public place.</source>
        <translation>凡是有此邀请的人，现在和以后都能进来。只把它交给你信任的人，绝不要放到公开的地方。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>With my swarm</source>
        <translation>和我的集群</translation>
    </message>
    <message>
        <source>Without a model there is nothing to chat with yet: the Chat tab offers the starter model again.</source>
        <translation>没有模型就还不能聊天：“聊天”页会再次提供入门模型。</translation>
    </message>
    <message>
        <source>Would share now: no</source>
        <translation>现在会共享：否</translation>
    </message>
    <message>
        <source>Would share now: not known</source>
        <translation>现在会共享：未知</translation>
    </message>
    <message>
        <source>Would share now: yes</source>
        <translation>现在会共享：是</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>请先写一条消息</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>写一条消息…</translation>
    </message>
    <message>
        <source>Write a short poem about the sea.</source>
        <translation>写一首关于大海的短诗。</translation>
    </message>
    <message>
        <source>Writes the rest of the answer, as soon as all layers are served again</source>
        <translation>所有层再次有人提供时，写完回答的其余部分</translation>
    </message>
    <message numerus="yes">
        <source>Writing · {num} tokens</source>
        <extracomment>Writing · {num} token</extracomment>
        <translation>
            <numerusform>正在写 · {num} 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>You are in no swarm now, so nobody helps this computer and it helps nobody. Choose one above to go on.</source>
        <translation>你现在不在任何集群中，因此没有人帮助这台电脑，它也不帮助任何人。请在上面选一个继续。</translation>
    </message>
    <message>
        <source>You edit an earlier question. The chat goes on from there; what followed is kept.</source>
        <translation>你正在编辑之前的问题。聊天会从那里继续；之后的内容会保留。</translation>
    </message>
    <message>
        <source>You have a model as a file, or as a folder?</source>
        <translation>你已有模型文件或模型文件夹？</translation>
    </message>
    <message>
        <source>You paused sharing. Nobody else is served by this computer.</source>
        <translation>你暂停了共享。这台电脑不为其他人服务。</translation>
    </message>
    <message>
        <source>You seem to be the last one here, so nobody may be left to give you one.</source>
        <translation>你似乎是这里的最后一个成员，因此可能没有人能再给你邀请。</translation>
    </message>
    <message>
        <source>You wrote</source>
        <translation>你写道</translation>
    </message>
    <message>
        <source>Your answer is ready</source>
        <translation>你的回答好了</translation>
    </message>
    <message>
        <source>Your chats are as they were saved. This is what is known of it.</source>
        <translation>你的聊天与上次保存时一样。以下是关于这次退出的已知情况。</translation>
    </message>
    <message>
        <source>Your chats use it now; they need another one then.</source>
        <translation>你的聊天正在使用它；之后需要另一个模型。</translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation>你的聊天会列在这里。</translation>
    </message>
    <message>
        <source>Your swarm serves one: to chat with it, this computer needs only its small files. Or begin with the starter model, a small one that runs here, or find another.</source>
        <translation>你的集群提供一个模型：要和它聊天，这台电脑只需要它的小文件。你也可以先用在本机运行的小巧的入门模型，或另找一个。</translation>
    </message>
    <message>
        <source>[picture: {words}]</source>
        <translation>[图片：{words}]</translation>
    </message>
    <message>
        <source>[picture]</source>
        <translation>[图片]</translation>
    </message>
    <message>
        <source>a name that is not this computer's</source>
        <translation>名称不属于这台电脑</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>来自网页</translation>
    </message>
    <message numerus="yes">
        <source>all {num} layers</source>
        <extracomment>its {num} layer</extracomment>
        <translation>
            <numerusform>全部 {num} 层</numerusform>
        </translation>
    </message>
    <message>
        <source>allows it</source>
        <translation>允许共享</translation>
    </message>
    <message>
        <source>and {num_hidden}</source>
        <translation>和另外 {num_hidden}</translation>
    </message>
    <message numerus="yes">
        <source>and {num} more computers</source>
        <extracomment>and {num} more computer</extracomment>
        <translation>
            <numerusform>和另外 {num} 台电脑</numerusform>
        </translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>按计算精度</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>按实测选择</translation>
    </message>
    <message>
        <source>asks you to accept its terms</source>
        <translation>要求你接受它的条款</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>at worst {worst_case_bytes}</source>
        <translation>最坏情况 {worst_case_bytes}</translation>
    </message>
    <message>
        <source>at {address}</source>
        <translation>地址 {address}</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>by address</source>
        <translation>通过地址</translation>
    </message>
    <message>
        <source>chosen by itself</source>
        <translation>自动选择</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>直连</translation>
    </message>
    <message>
        <source>distance unknown</source>
        <translation>距离未知</translation>
    </message>
    <message>
        <source>ended by its head</source>
        <translation>由发起端结束</translation>
    </message>
    <message>
        <source>evicted by you</source>
        <translation>被你清除</translation>
    </message>
    <message>
        <source>fetched {downloads} a month</source>
        <translation>每月获取 {downloads}</translation>
    </message>
    <message>
        <source>first token {seconds} s</source>
        <translation>首个词元 {seconds} 秒</translation>
    </message>
    <message>
        <source>from the hub</source>
        <translation>来自模型站</translation>
    </message>
    <message>
        <source>from your swarm</source>
        <translation>来自你的集群</translation>
    </message>
    <message numerus="yes">
        <source>from {num} computers of your swarm</source>
        <extracomment>from {num} computer of your swarm</extracomment>
        <translation>
            <numerusform>来自你集群中的 {num} 台电脑</numerusform>
        </translation>
    </message>
    <message>
        <source>getting ready</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>holds it back</source>
        <translation>阻止共享</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>idle sessions end after {ttl_s}</source>
        <translation>空闲会话在 {ttl_s}后结束</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入的</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation>它已不在</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>layers that nobody serves</source>
        <translation>有无人提供的层</translation>
    </message>
    <message>
        <source>layers {spans}</source>
        <translation>层 {spans}</translation>
    </message>
    <message>
        <source>layers {span} of {num_layers}</source>
        <translation>层 {span}，共 {num_layers} 层</translation>
    </message>
    <message>
        <source>leaving</source>
        <translation>正在离开</translation>
    </message>
    <message>
        <source>left by the program</source>
        <translation>程序已离开</translation>
    </message>
    <message>
        <source>licence not stated</source>
        <translation>未注明许可证</translation>
    </message>
    <message>
        <source>looking for others</source>
        <translation>正在寻找其他电脑</translation>
    </message>
    <message>
        <source>made room</source>
        <translation>腾出空间</translation>
    </message>
    <message>
        <source>member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>missing {span}</source>
        <translation>缺少 {span}</translation>
    </message>
    <message>
        <source>more than text</source>
        <translation>不只是文本</translation>
    </message>
    <message>
        <source>network blocked</source>
        <translation>网络受阻</translation>
    </message>
    <message>
        <source>no JSON</source>
        <translation>不是 JSON</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>no layers</source>
        <translation>没有层</translation>
    </message>
    <message>
        <source>no layers here</source>
        <translation>本机没有层</translation>
    </message>
    <message>
        <source>no layers on this disk yet</source>
        <translation>此磁盘上还没有层</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>no peers</source>
        <translation>没有其他节点</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>未说明原因</translation>
    </message>
    <message>
        <source>no room for it</source>
        <translation>没有空间</translation>
    </message>
    <message>
        <source>no such model</source>
        <translation>没有这个模型</translation>
    </message>
    <message>
        <source>no swarm</source>
        <translation>没有集群</translation>
    </message>
    <message>
        <source>nobody else here</source>
        <translation>没有其他人</translation>
    </message>
    <message>
        <source>nobody serves {gaps}</source>
        <translation>没有人提供{gaps}</translation>
    </message>
    <message>
        <source>nobody shares {gaps}</source>
        <translation>没有人共享{gaps}</translation>
    </message>
    <message>
        <source>node {short_id}</source>
        <translation>节点 {short_id}</translation>
    </message>
    <message>
        <source>none of {num_layers}</source>
        <translation>{num_layers} 层中一层也没有</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>未加密</translation>
    </message>
    <message>
        <source>not reached yet</source>
        <translation>尚未连接到</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>无法理解</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>ready, {amount}</source>
        <translation>就绪，{amount}</translation>
    </message>
    <message>
        <source>relayed</source>
        <translation>经中继</translation>
    </message>
    <message>
        <source>remembered</source>
        <translation>已记住</translation>
    </message>
    <message numerus="yes">
        <source>remembers up to {num} tokens</source>
        <extracomment>remembers up to {num} token</extracomment>
        <translation>
            <numerusform>最多记住 {num} 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>remembers {context_tokens}</source>
        <translation>记住 {context_tokens}</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已被替换</translation>
    </message>
    <message>
        <source>route: {hops}</source>
        <translation>路由：{hops}</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>shard unloaded</source>
        <translation>分片已卸载</translation>
    </message>
    <message>
        <source>something went wrong; see the log</source>
        <translation>出了问题；请查看日志</translation>
    </message>
    <message>
        <source>the earlier answer is gone</source>
        <translation>之前的回答已不在</translation>
    </message>
    <message>
        <source>the hub itself</source>
        <translation>模型站本身</translation>
    </message>
    <message>
        <source>the swarm could not answer</source>
        <translation>集群无法回答</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>this computer could not answer</source>
        <translation>这台电脑无法回答</translation>
    </message>
    <message>
        <source>this model keeps no session cache</source>
        <translation>此模型不保留会话缓存</translation>
    </message>
    <message>
        <source>this peer</source>
        <translation>该节点</translation>
    </message>
    <message>
        <source>this run only</source>
        <translation>仅本次运行</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>too long for the model</source>
        <translation>对模型来说太长</translation>
    </message>
    <message>
        <source>too many at once</source>
        <translation>一次太多</translation>
    </message>
    <message>
        <source>too many in line</source>
        <translation>排队的太多</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>太慢</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>used {used}</source>
        <translation>已用 {used}</translation>
    </message>
    <message>
        <source>within the last hour</source>
        <translation>一小时内</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>正在写</translation>
    </message>
    <message>
        <source>wrong key</source>
        <translation>密钥错误</translation>
    </message>
    <message>
        <source>{agreement} alike</source>
        <translation>一致度 {agreement}</translation>
    </message>
    <message>
        <source>{amount} are here and stay.</source>
        <translation>{amount} 已在本机，会保留。</translation>
    </message>
    <message>
        <source>{amount} are here.</source>
        <translation>{amount} 已在本机。</translation>
    </message>
    <message>
        <source>{amount} are here; it goes on by itself.</source>
        <translation>{amount} 已在本机；会自动继续。</translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation>可用 {amount}</translation>
    </message>
    <message>
        <source>{amount}/s</source>
        <translation>{amount}/秒</translation>
    </message>
    <message>
        <source>{before} {text}</source>
        <translation>{before}{text}</translation>
    </message>
    <message>
        <source>{box}: 0 up to 15 means layers 0 to 14</source>
        <translation>{box}：0 至 15 表示层 0 到 14</translation>
    </message>
    <message>
        <source>{context_tokens} tokens × {kv_bytes_per_token}</source>
        <translation>{context_tokens} 个词元 × {kv_bytes_per_token}</translation>
    </message>
    <message>
        <source>{count_in_words} parameters</source>
        <translation>{count_in_words} 参数</translation>
    </message>
    <message>
        <source>{day} {start} to {end}: does not share</source>
        <translation>{day} {start} 至 {end}：不共享</translation>
    </message>
    <message>
        <source>{day} {start} to {end}: shares</source>
        <translation>{day} {start} 至 {end}：共享</translation>
    </message>
    <message>
        <source>{day} {time}</source>
        <translation>{day} {time}</translation>
    </message>
    <message>
        <source>{day}: {value}</source>
        <translation>{day}：{value}</translation>
    </message>
    <message>
        <source>{done_bytes} of {total_bytes}</source>
        <translation>{done_bytes} / {total_bytes}</translation>
    </message>
    <message>
        <source>{dtype} on {device}</source>
        <translation>{dtype}，{device}</translation>
    </message>
    <message>
        <source>{eta_s} left</source>
        <translation>还剩 {eta_s}</translation>
    </message>
    <message>
        <source>{free} of the disk are free.</source>
        <translation>磁盘剩余 {free}。</translation>
    </message>
    <message>
        <source>{held_bytes} of {weight_bytes}</source>
        <translation>{held_bytes} / {weight_bytes}</translation>
    </message>
    <message>
        <source>{held_bytes} on this disk</source>
        <translation>{held_bytes} 在此磁盘上</translation>
    </message>
    <message>
        <source>{held} of {num_layers}</source>
        <translation>{held}，共 {num_layers} 层</translation>
    </message>
    <message numerus="yes">
        <source>{held} of {num} layers here</source>
        <extracomment>{held} of {num} layer here</extracomment>
        <translation>
            <numerusform>本机有 {held}/{num} 层</numerusform>
        </translation>
    </message>
    <message>
        <source>{items} and {last}</source>
        <translation>{items}和{last}</translation>
    </message>
    <message>
        <source>{latency_ms} ms away</source>
        <translation>延迟 {latency_ms} 毫秒</translation>
    </message>
    <message>
        <source>{limit} of {total} here.</source>
        <translation>{limit}，本机共 {total}。</translation>
    </message>
    <message>
        <source>{minutes} min ago</source>
        <translation>{minutes} 分钟前</translation>
    </message>
    <message>
        <source>{model_name} layers {span}</source>
        <translation>{model_name} 层 {span}</translation>
    </message>
    <message>
        <source>{model} can be used now.</source>
        <translation>{model} 现在可以使用。</translation>
    </message>
    <message>
        <source>{model} is on this computer, ready to chat.</source>
        <translation>{model} 在这台电脑上，可以聊天。</translation>
    </message>
    <message>
        <source>{model}, layers {span}</source>
        <translation>{model}，层 {span}</translation>
    </message>
    <message>
        <source>{model}, layers {span} of {num}: {state}</source>
        <translation>{model}，层 {span}，共 {num} 层：{state}</translation>
    </message>
    <message>
        <source>{name} (relayed)</source>
        <translation>{name}（经中继）</translation>
    </message>
    <message>
        <source>{name} ({size})</source>
        <translation>{name}（{size}）</translation>
    </message>
    <message>
        <source>{name} [{span}]: {seconds} s, {share}</source>
        <translation>{name} [{span}]：{seconds} 秒，{share}</translation>
    </message>
    <message>
        <source>{name} [{span}]: {seconds} s, {share}, then another took its place</source>
        <translation>{name} [{span}]：{seconds} 秒，{share}，之后由另一台接替</translation>
    </message>
    <message>
        <source>{name} cannot be read: {why}.</source>
        <translation>{name} 无法读取：{why}。</translation>
    </message>
    <message>
        <source>{name} cannot be used.</source>
        <translation>{name} 无法使用。</translation>
    </message>
    <message>
        <source>{name} failed and went on with layers {span}, {seconds} s</source>
        <translation>{name} 出错后继续运行层 {span}，{seconds} 秒</translation>
    </message>
    <message>
        <source>{name} gets layers {span} ready</source>
        <translation>{name} 正在准备层 {span}</translation>
    </message>
    <message>
        <source>{name} in {words}</source>
        <translation>{name}（{words}）</translation>
    </message>
    <message>
        <source>{name} is damaged or no picture.</source>
        <translation>{name} 已损坏或不是图片。</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} 是空的。</translation>
    </message>
    <message>
        <source>{name} is larger than {num} MB.</source>
        <translation>{name} 超过 {num} MB。</translation>
    </message>
    <message>
        <source>{name} is leaving layers {span}</source>
        <translation>{name} 即将停止提供层 {span}</translation>
    </message>
    <message>
        <source>{name} is no file.</source>
        <translation>{name} 不是文件。</translation>
    </message>
    <message>
        <source>{name} is no picture that can be read here.</source>
        <translation>{name} 不是这里能读取的图片。</translation>
    </message>
    <message>
        <source>{name} is no text.</source>
        <translation>{name} 不是文本。</translation>
    </message>
    <message>
        <source>{name} left, layers {span} moved to {others}, {seconds} s</source>
        <translation>{name} 已离开，层 {span} 转移到 {others}，{seconds} 秒</translation>
    </message>
    <message>
        <source>{name} runs on this computer alone; nobody shares {gaps}.</source>
        <translation>{name} 只在这台电脑上运行；没有人共享{gaps}。</translation>
    </message>
    <message>
        <source>{name} serves layers {span}</source>
        <translation>{name} 提供层 {span}</translation>
    </message>
    <message>
        <source>{name} serves layers {span}; chats now use {used} of it</source>
        <translation>{name} 提供层 {span}；聊天现在使用其中的 {used}</translation>
    </message>
    <message>
        <source>{name} serves {span}</source>
        <translation>{name} 提供层 {span}</translation>
    </message>
    <message>
        <source>{name} · {size}</source>
        <translation>{name} · {size}</translation>
    </message>
    <message>
        <source>{name}: all {num_layers} layers are served.</source>
        <translation>{name}：全部 {num_layers} 层都有人提供。</translation>
    </message>
    <message>
        <source>{name}: nobody serves {gaps} to others.</source>
        <translation>{name}：没有人向其他人提供{gaps}。</translation>
    </message>
    <message>
        <source>{name}: nobody serves {missing}, so it cannot answer yet.</source>
        <translation>{name}：没有人提供{missing}，因此还不能作答。</translation>
    </message>
    <message>
        <source>{name}: unit</source>
        <translation>{name}：单位</translation>
    </message>
    <message>
        <source>{num_bytes} are free again.</source>
        <translation>已释放 {num_bytes}。</translation>
    </message>
    <message>
        <source>{num_layers} of {num_layers2}</source>
        <translation>{num_layers} / {num_layers2}</translation>
    </message>
    <message>
        <source>{num_others} here</source>
        <translation>{num_others}在线</translation>
    </message>
    <message>
        <source>{number} d</source>
        <translation>{number} 天</translation>
    </message>
    <message>
        <source>{number} h</source>
        <translation>{number} 小时</translation>
    </message>
    <message>
        <source>{number} min</source>
        <translation>{number} 分钟</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} 秒</translation>
    </message>
    <message>
        <source>{number} tokens/s</source>
        <translation>{number} 词元/秒</translation>
    </message>
    <message numerus="yes">
        <source>{num} characters</source>
        <extracomment>{num} character</extracomment>
        <translation>
            <numerusform>{num} 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats found</source>
        <extracomment>{num} chat found</extracomment>
        <translation>
            <numerusform>找到 {num} 个聊天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats were exported to {file}.</source>
        <extracomment>{num} chat was exported to {file}.</extracomment>
        <translation>
            <numerusform>已将 {num} 个聊天导出到 {file}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats were imported.</source>
        <extracomment>{num} chat was imported.</extracomment>
        <translation>
            <numerusform>已导入 {num} 个聊天。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} computers</source>
        <extracomment>{num} computer</extracomment>
        <translation>
            <numerusform>{num} 台电脑</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} days ago</source>
        <extracomment>{num} day ago</extracomment>
        <translation>
            <numerusform>{num} 天前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} earlier notes.</source>
        <extracomment>{num} earlier note.</extracomment>
        <translation>
            <numerusform>之前的 {num} 条说明。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} files or folders that no model needs take {size}.</source>
        <extracomment>{num} file or folder that no model needs takes {size}.</extracomment>
        <translation>
            <numerusform>没有模型需要的 {num} 个文件或文件夹占用 {size}。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} hops</source>
        <extracomment>{num} hop</extracomment>
        <translation>
            <numerusform>{num} 跳</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} hours ago</source>
        <extracomment>{num} hour ago</extracomment>
        <translation>
            <numerusform>{num} 小时前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} layers</source>
        <extracomment>{num} layer</extracomment>
        <translation>
            <numerusform>{num} 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} lines</source>
        <extracomment>{num} line</extracomment>
        <translation>
            <numerusform>{num} 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} models</source>
        <extracomment>{num} model</extracomment>
        <translation>
            <numerusform>{num} 个模型</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} more computers</source>
        <extracomment>{num} more computer</extracomment>
        <translation>
            <numerusform>另外 {num} 台电脑</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} of them are in use.</source>
        <extracomment>{num} of them is in use.</extracomment>
        <translation>
            <numerusform>其中 {num} 个正在使用。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} of {total} prompt tokens were still held</source>
        <extracomment>{num} of {total} prompt tokens was still held</extracomment>
        <translation>
            <numerusform>提问的 {total} 个词元中有 {num} 个仍在缓存中</numerusform>
        </translation>
    </message>
    <message>
        <source>{num} of {window} tokens</source>
        <translation>{num} / {window} 个词元</translation>
    </message>
    <message>
        <source>{num} other chats are being answered</source>
        <translation>另有 {num} 个聊天正在作答</translation>
    </message>
    <message numerus="yes">
        <source>{num} other computers</source>
        <extracomment>{num} other computer</extracomment>
        <translation>
            <numerusform>{num} 台其他电脑</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} other computers are here.</source>
        <extracomment>{num} other computer is here.</extracomment>
        <translation>
            <numerusform>有 {num} 台其他电脑在线。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} others</source>
        <extracomment>{num} other</extracomment>
        <translation>
            <numerusform>另外 {num} 台</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} peers</source>
        <extracomment>{num} peer</extracomment>
        <translation>
            <numerusform>{num} 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} requests run</source>
        <extracomment>{num} request runs</extracomment>
        <translation>
            <numerusform>{num} 个请求进行中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} sessions</source>
        <extracomment>{num} session</extracomment>
        <translation>
            <numerusform>{num} 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} sessions have been idle for longer and would end ({size}).</source>
        <extracomment>{num} session has been idle for longer and would end ({size}).</extracomment>
        <translation>
            <numerusform>{num} 个会话空闲更久，将会结束（{size}）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} shards would stop.</source>
        <extracomment>{num} shard would stop.</extracomment>
        <translation>
            <numerusform>{num} 个分片将停止。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} times</source>
        <extracomment>{num} time</extracomment>
        <translation>
            <numerusform>{num} 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} tokens</source>
        <extracomment>{num} token</extracomment>
        <translation>
            <numerusform>{num} 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} wait</source>
        <extracomment>{num} waits</extracomment>
        <translation>
            <numerusform>{num} 个等候中</numerusform>
        </translation>
    </message>
    <message>
        <source>{online} of {peers} online</source>
        <translation>{online} / {peers} 在线</translation>
    </message>
    <message>
        <source>{others} in another precision</source>
        <translation>{others} 台用其他精度</translation>
    </message>
    <message>
        <source>{place} of {num}</source>
        <translation>{place} / {num}</translation>
    </message>
    <message>
        <source>{ready} at {address}</source>
        <translation>{ready}，{address}</translation>
    </message>
    <message>
        <source>{seconds} ago</source>
        <translation>{seconds}前</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <source>{session_id} was dropped.</source>
        <translation>{session_id} 已丢弃。</translation>
    </message>
    <message>
        <source>{sessions} of {max_sessions}</source>
        <translation>{sessions} / {max_sessions}</translation>
    </message>
    <message>
        <source>{shard_bytes}, at worst {worst_case_bytes}</source>
        <translation>{shard_bytes}，最坏情况 {worst_case_bytes}</translation>
    </message>
    <message>
        <source>{spans} of {num_layers}</source>
        <translation>{spans}，共 {num_layers} 层</translation>
    </message>
    <message>
        <source>{span} not shared</source>
        <translation>{span} 未共享</translation>
    </message>
    <message>
        <source>{span} of {model}</source>
        <translation>{model} 的 {span}</translation>
    </message>
    <message>
        <source>{span} on {copies}</source>
        <translation>{span} 在 {copies}上</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} 词元/秒</translation>
    </message>
    <message>
        <source>{text}, limited to {size}</source>
        <translation>{text}，上限 {size}</translation>
    </message>
    <message>
        <source>{text}.</source>
        <translation>{text}。</translation>
    </message>
    <message>
        <source>{time}: {value}</source>
        <translation>{time}：{value}</translation>
    </message>
    <message>
        <source>{used_bytes} of {limit_bytes}</source>
        <translation>{used_bytes} / {limit_bytes}</translation>
    </message>
    <message>
        <source>{value} tokens/s</source>
        <translation>{value} 词元/秒</translation>
    </message>
    <message>
        <source>{wanted} on the way</source>
        <translation>{wanted}正在获取</translation>
    </message>
    <message>
        <source>{words} weights</source>
        <translation>{words}权重</translation>
    </message>
    <message>
        <source>{words} · you</source>
        <translation>{words} · 你</translation>
    </message>
    <message>
        <source>{words}, about {shard_bytes} of memory</source>
        <translation>{words}，约占 {shard_bytes} 内存</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>已删除“{title}”。</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A firewall on this computer keeps Meshnet from the addresses in the invite.</source>
        <translation>这台电脑上的防火墙使 Meshnet 无法连接邀请中的地址。</translation>
    </message>
    <message>
        <source>A firewall on this computer stops Meshnet.</source>
        <translation>这台电脑上的防火墙阻止了 Meshnet。</translation>
    </message>
    <message>
        <source>A key is 16 to 256 letters, digits and signs without spaces. Where no file is, one is made.</source>
        <translation>密钥由 16 到 256 个字母、数字和符号组成，不含空格。文件不存在时会新建一个。</translation>
    </message>
    <message>
        <source>A local node could not be started ({strerror}).</source>
        <translation>无法启动本地节点（{strerror}）。</translation>
    </message>
    <message>
        <source>A local node did not start.</source>
        <translation>有一个本地节点没有启动。</translation>
    </message>
    <message>
        <source>A message cannot have more than {max_attachments} attachments.</source>
        <translation>一条消息最多只能有 {max_attachments} 个附件。</translation>
    </message>
    <message>
        <source>A message is too large for the swarm's network.</source>
        <translation>有一条消息太大，集群的网络无法传送。</translation>
    </message>
    <message>
        <source>A pause for a time lasts a week at most.</source>
        <translation>限时暂停最多一周。</translation>
    </message>
    <message>
        <source>A proxy or a firewall may look into encrypted connections; set SSL_CERT_FILE to its certificate.</source>
        <translation>可能有代理或防火墙在检查加密连接；请将 SSL_CERT_FILE 设为它的证书。</translation>
    </message>
    <message>
        <source>A shorter conversation may fit, or this one later.</source>
        <translation>较短的对话也许放得下，或者稍后再试这个对话。</translation>
    </message>
    <message>
        <source>A swarm's name has 1 to {max_name_chars} visible characters.</source>
        <translation>集群的名称应有 1 到 {max_name_chars} 个可见字符。</translation>
    </message>
    <message>
        <source>A token is not sent to a mirror without encryption.</source>
        <translation>没有加密时，不会把令牌发给镜像。</translation>
    </message>
    <message>
        <source>A web page came instead of the model's data; this network may want you to sign in first.</source>
        <translation>收到的是网页，而不是模型的数据；此网络可能要求你先登录。</translation>
    </message>
    <message>
        <source>Accept the terms on the model's page there, and see that your token may read gated models.</source>
        <translation>请在模型站该模型的页面上接受条款，并确认你的令牌可以读取受限模型。</translation>
    </message>
    <message>
        <source>Accept them on the model's page there.</source>
        <translation>请在那里的模型页面上接受条款。</translation>
    </message>
    <message>
        <source>Add a peer that serves them, or share this computer.</source>
        <translation>添加提供这些层的节点，或共享这台电脑。</translation>
    </message>
    <message>
        <source>Add the model again.</source>
        <translation>请重新添加该模型。</translation>
    </message>
    <message>
        <source>Address of the API</source>
        <translation>API 的地址</translation>
    </message>
    <message>
        <source>Addresses of known peers, like http://host:port.</source>
        <translation>已知节点的地址，例如 http://host:port。</translation>
    </message>
    <message>
        <source>All layers take {disk} of disk and {memory} of memory here.</source>
        <translation>全部层在本机占用磁盘 {disk}、内存 {memory}。</translation>
    </message>
    <message>
        <source>All of it would fit here {in_words}.</source>
        <translation>整个模型在这里{in_words}放得下。</translation>
    </message>
    <message>
        <source>All settings are back at their defaults.</source>
        <translation>所有设置都已恢复默认值。</translation>
    </message>
    <message>
        <source>Allow it in Windows Security, Firewall &amp; network protection, Allow an app through firewall.</source>
        <translation>请在“Windows 安全中心”的“防火墙和网络保护”中选择“允许应用通过防火墙”。</translation>
    </message>
    <message>
        <source>Allow it in the firewall's settings.</source>
        <translation>请在防火墙的设置中允许它。</translation>
    </message>
    <message>
        <source>Allow that in the settings, or take 127.0.0.1 as its address.</source>
        <translation>请在设置中允许，或者将其地址改为 127.0.0.1。</translation>
    </message>
    <message>
        <source>Allow the hub.</source>
        <translation>请允许使用模型站。</translation>
    </message>
    <message>
        <source>An invite is one line that begins with meshnet:</source>
        <translation>邀请是一行以 meshnet: 开头的文字</translation>
    </message>
    <message>
        <source>Another model is already named {name}.</source>
        <translation>已有另一个模型名为 {name}。</translation>
    </message>
    <message>
        <source>Another program has held {name} for too long.</source>
        <translation>另一个程序占用 {name} 的时间过长。</translation>
    </message>
    <message>
        <source>Another program is changing the list of swarms.</source>
        <translation>另一个程序正在更改集群列表。</translation>
    </message>
    <message>
        <source>Another program uses the file {name}.</source>
        <translation>另一个程序正在使用文件 {name}。</translation>
    </message>
    <message>
        <source>Any time will do.</source>
        <translation>任何时间都可以。</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>请再次询问。</translation>
    </message>
    <message>
        <source>Ask for a simpler one.</source>
        <translation>请使用更简单的格式。</translation>
    </message>
    <message>
        <source>Ask for it again, and copy all of it.</source>
        <translation>请再要一次，并完整复制。</translation>
    </message>
    <message>
        <source>Ask once a day whether a newer version is there; nothing about you is sent, and nothing is installed.</source>
        <translation>每天询问一次是否有新版本；不发送任何关于你的信息，也不安装任何内容。</translation>
    </message>
    <message>
        <source>Asked twice, they answer otherwise: {wrong}.</source>
        <translation>两次询问，结果不同：{wrong}。</translation>
    </message>
    <message>
        <source>At {api_host} other computers could use the API, unencrypted.</source>
        <translation>在 {api_host} 上，其他电脑可以不加密地使用 API。</translation>
    </message>
    <message>
        <source>At {host} whoever gets there could use this node, unencrypted.</source>
        <translation>在 {host} 上，凡是能到达那里的人都可以不加密地使用此节点。</translation>
    </message>
    <message>
        <source>Cancel that first.</source>
        <translation>请先取消它。</translation>
    </message>
    <message>
        <source>Cannot listen on {host}:{port}: {strerror}.</source>
        <translation>无法监听 {host}:{port}：{strerror}。</translation>
    </message>
    <message>
        <source>Chat in that precision: --precision {served_in}, or choose it in the Node tab.</source>
        <translation>请以该精度聊天：--precision {served_in}，或在“节点”页中选择它。</translation>
    </message>
    <message>
        <source>Chat {number} of this file cannot be used: {exc}.</source>
        <translation>此文件中的第 {number} 个聊天无法使用：{exc}。</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>Check --config and MESHNET_CONFIG.</source>
        <translation>请检查 --config 和 MESHNET_CONFIG。</translation>
    </message>
    <message>
        <source>Check its access rights.</source>
        <translation>请检查它的访问权限。</translation>
    </message>
    <message>
        <source>Check its name; where it was removed there, add the model again.</source>
        <translation>请检查它的名称；如果它在那里已被移除，请重新添加模型。</translation>
    </message>
    <message>
        <source>Check that it exists and may be opened.</source>
        <translation>请检查它是否存在、是否允许打开。</translation>
    </message>
    <message>
        <source>Check that {root} can be written to.</source>
        <translation>请检查 {root} 是否可写。</translation>
    </message>
    <message>
        <source>Check the access rights of your home folder.</source>
        <translation>请检查你的主文件夹的访问权限。</translation>
    </message>
    <message>
        <source>Check the folder {folder}.</source>
        <translation>请检查文件夹 {folder}。</translation>
    </message>
    <message>
        <source>Check the folder {parent}.</source>
        <translation>请检查文件夹 {parent}。</translation>
    </message>
    <message>
        <source>Check the mirror's address in the settings.</source>
        <translation>请检查设置中镜像的地址。</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>请检查名称。</translation>
    </message>
    <message>
        <source>Check the name; for a private model, sign in to the hub first.</source>
        <translation>请检查名称；如果是私有模型，请先登录模型站。</translation>
    </message>
    <message>
        <source>Check the network and the proxy settings, then try again.</source>
        <translation>请检查网络和代理设置，然后重试。</translation>
    </message>
    <message>
        <source>Check the network.</source>
        <translation>请检查网络。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>Check the peers.</source>
        <translation>请检查其他节点。</translation>
    </message>
    <message>
        <source>Check the proxy settings.</source>
        <translation>请检查代理设置。</translation>
    </message>
    <message>
        <source>Check {filename}.</source>
        <translation>请检查 {filename}。</translation>
    </message>
    <message>
        <source>Choose a .gguf file, or the folder that the file is in.</source>
        <translation>请选择 .gguf 文件，或该文件所在的文件夹。</translation>
    </message>
    <message>
        <source>Choose a JSON file that was exported here.</source>
        <translation>请选择在这里导出的 JSON 文件。</translation>
    </message>
    <message>
        <source>Choose a file in Q4_K_M, Q8_0 or F16.</source>
        <translation>请选择 Q4_K_M、Q8_0 或 F16 格式的文件。</translation>
    </message>
    <message>
        <source>Choose a file that ends in .gguf and is one.</source>
        <translation>请选择以 .gguf 结尾且确为此格式的文件。</translation>
    </message>
    <message>
        <source>Choose a folder with a complete model.</source>
        <translation>请选择包含完整模型的文件夹。</translation>
    </message>
    <message>
        <source>Choose a model of a type that is built in.</source>
        <translation>请选择内置支持的模型类型。</translation>
    </message>
    <message>
        <source>Choose a repository with safetensors files.</source>
        <translation>请选择带有 safetensors 文件的仓库。</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs.</source>
        <translation>请选择较小的模型，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens of this total probability.</source>
        <translation>从累计达到这个概率的最可能词元中选择。</translation>
    </message>
    <message>
        <source>Choose among this many likeliest tokens; 0 means no limit.</source>
        <translation>从这么多个最可能的词元中选择；0 表示不限。</translation>
    </message>
    <message>
        <source>Choose another model, or stop sharing, first.</source>
        <translation>请先选择另一个模型，或停止共享。</translation>
    </message>
    <message>
        <source>Choose another model, or try it with --uncertified.</source>
        <translation>请选择其他模型，或用 --uncertified 试试。</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>请选择另一个模型。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择另一个名称。</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>请选择另一个。</translation>
    </message>
    <message>
        <source>Choose another port for the swarm.</source>
        <translation>请为集群选择另一个端口。</translation>
    </message>
    <message>
        <source>Choose another port, or 0 for any free one.</source>
        <translation>请选择另一个端口，或用 0 表示任意空闲端口。</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>请选择另一个端口。</translation>
    </message>
    <message>
        <source>Choose another repository.</source>
        <translation>请选择另一个仓库。</translation>
    </message>
    <message>
        <source>Choose another revision.</source>
        <translation>请选择另一个修订版本。</translation>
    </message>
    <message>
        <source>Choose another route than alone, a coarser precision, or a smaller model.</source>
        <translation>请不要只在本机运行，或选择较低的精度，或选择较小的模型。</translation>
    </message>
    <message>
        <source>Choose one of the two.</source>
        <translation>请从两者中选择一个。</translation>
    </message>
    <message>
        <source>Choose others, or stop sharing.</source>
        <translation>请选择其他的，或停止共享。</translation>
    </message>
    <message>
        <source>Choose paused, which lasts until you end it.</source>
        <translation>请选择“暂停”，它会持续到你结束它为止。</translation>
    </message>
    <message>
        <source>Choose the repository of the whole model.</source>
        <translation>请选择整个模型的仓库。</translation>
    </message>
    <message>
        <source>Close it and try again.</source>
        <translation>请关闭它，然后重试。</translation>
    </message>
    <message>
        <source>Computed in</source>
        <translation>计算精度</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Convert the model with a current version of llama.cpp.</source>
        <translation>请用当前版本的 llama.cpp 转换模型。</translation>
    </message>
    <message>
        <source>Create one, or join by an invite.</source>
        <translation>请创建一个，或用邀请加入。</translation>
    </message>
    <message>
        <source>Create or join a swarm, so that only its members can; or allow plain http.</source>
        <translation>请创建或加入集群，这样只有成员才能访问；或者允许未加密的 http。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Did you mean {near}?</source>
        <translation>您是想写 {near} 吗？</translation>
    </message>
    <message>
        <source>Disk for models</source>
        <translation>模型可占用的磁盘</translation>
    </message>
    <message>
        <source>Do not trust this folder.</source>
        <translation>不要信任此文件夹。</translation>
    </message>
    <message>
        <source>Do not trust where it came from.</source>
        <translation>不要信任它的来源。</translation>
    </message>
    <message>
        <source>Drop idle session caches after</source>
        <translation>丢弃空闲会话缓存的时间</translation>
    </message>
    <message>
        <source>End it and try again.</source>
        <translation>请结束它，然后重试。</translation>
    </message>
    <message>
        <source>End one of them first.</source>
        <translation>请先结束其中一个。</translation>
    </message>
    <message>
        <source>Fetch it from the hub, or ask whoever serves it.</source>
        <translation>请从模型站获取，或向提供者索取。</translation>
    </message>
    <message>
        <source>Fetch it from the hub.</source>
        <translation>请从模型站获取。</translation>
    </message>
    <message>
        <source>Find members who serve them, or bring the model here.</source>
        <translation>请找到提供这些层的成员，或把模型放到这台电脑上。</translation>
    </message>
    <message>
        <source>Finding out whether your rules allow sharing now.</source>
        <translation>正在查明你的规则现在是否允许共享。</translation>
    </message>
    <message>
        <source>Finish sessions before a pause</source>
        <translation>暂停前先完成会话</translation>
    </message>
    <message>
        <source>Fits on this computer: splitting will be slower.</source>
        <translation>这台电脑放得下：拆分会更慢。</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>请释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Free some space, or keep the models on another disk.</source>
        <translation>请释放一些空间，或将模型放到另一个磁盘上。</translation>
    </message>
    <message>
        <source>Free some space, or use fp32.</source>
        <translation>请释放一些空间，或使用 fp32。</translation>
    </message>
    <message>
        <source>Free some space, take less, or keep the models on another disk.</source>
        <translation>请释放一些空间，少获取一些，或将模型放到另一个磁盘上。</translation>
    </message>
    <message>
        <source>Free some space; what has come is kept, and the fetch goes on from there.</source>
        <translation>请释放一些空间；已获取的会保留，并从那里继续。</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router ({outside}) forwards TCP port {port} and {swarm_port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>路由器（{outside}）将 TCP 端口 {port} 和 {swarm_port} 转发到这台电脑后，别处就能直接访问；在此之前经由中继。如果这样仍然不行，说明运营商让多个客户共用一个地址。</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router ({outside}) forwards TCP port {port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>路由器（{outside}）将 TCP 端口 {port} 转发到这台电脑后，别处就能直接访问；在此之前经由中继。如果这样仍然不行，说明运营商让多个客户共用一个地址。</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router forwards TCP port {port} and {swarm_port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>路由器将 TCP 端口 {port} 和 {swarm_port} 转发到这台电脑后，别处就能直接访问；在此之前经由中继。如果这样仍然不行，说明运营商让多个客户共用一个地址。</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router forwards TCP port {port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>路由器将 TCP 端口 {port} 转发到这台电脑后，别处就能直接访问；在此之前经由中继。如果这样仍然不行，说明运营商让多个客户共用一个地址。</translation>
    </message>
    <message>
        <source>Further names under which programs may call this computer; its own names and addresses need not be named.</source>
        <translation>程序可以用来访问这台电脑的其他名称；它自己的名称和地址无需列出。</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 内存</translation>
    </message>
    <message>
        <source>Get it again.</source>
        <translation>请重新获取。</translation>
    </message>
    <message>
        <source>Get one of them from its page at the hub, and import that file.</source>
        <translation>请从模型站上它的页面获取其中一个，然后导入该文件。</translation>
    </message>
    <message>
        <source>Get or copy the file again.</source>
        <translation>请重新获取或复制该文件。</translation>
    </message>
    <message>
        <source>Get or import the model again.</source>
        <translation>请重新获取或导入该模型。</translation>
    </message>
    <message>
        <source>Get the file again.</source>
        <translation>请重新获取该文件。</translation>
    </message>
    <message>
        <source>Get the folder again.</source>
        <translation>请重新获取该文件夹。</translation>
    </message>
    <message>
        <source>Get the model again.</source>
        <translation>请重新获取该模型。</translation>
    </message>
    <message>
        <source>Get the model from the hub.</source>
        <translation>请从模型站获取该模型。</translation>
    </message>
    <message>
        <source>Get them again.</source>
        <translation>请重新获取它们。</translation>
    </message>
    <message>
        <source>Get them, or choose others.</source>
        <translation>请获取它们，或选择其他的。</translation>
    </message>
    <message>
        <source>Get these layers again.</source>
        <translation>请重新获取这些层。</translation>
    </message>
    <message>
        <source>Give a branch, a tag or a commit.</source>
        <translation>请给出分支、标签或提交。</translation>
    </message>
    <message>
        <source>Give one whose address begins with http:// or https://.</source>
        <translation>请给出以 http:// 或 https:// 开头的地址。</translation>
    </message>
    <message>
        <source>Hand layers to members</source>
        <translation>将层转交给成员</translation>
    </message>
    <message>
        <source>Hand the layers on this disk to other members while this computer shares.</source>
        <translation>这台电脑共享时，将此磁盘上的层转交给其他成员。</translation>
    </message>
    <message>
        <source>Here are: {here}.</source>
        <translation>本机有：{here}。</translation>
    </message>
    <message>
        <source>How exact session caches are: as computed, or in 8 bit.</source>
        <translation>会话缓存的精度：按计算精度，或 8位。</translation>
    </message>
    <message>
        <source>How exact the model's weights are: as stored, or in 16, 8 or 4 bit.</source>
        <translation>模型权重的精度：按原样，或 16、8、4 位。</translation>
    </message>
    <message>
        <source>How fast members are handed the layers on this disk at most; 0 means no limit.</source>
        <translation>向成员转交本机磁盘上各层的最高速度；0 表示不限。</translation>
    </message>
    <message>
        <source>How freely the next token is chosen; 0 takes the likeliest.</source>
        <translation>选择下一个词元的自由程度；0 取最可能的。</translation>
    </message>
    <message>
        <source>How large everything is drawn.</source>
        <translation>所有内容显示的大小。</translation>
    </message>
    <message>
        <source>How long a pause keeps the layers in memory; 0 frees it at once.</source>
        <translation>暂停时层在内存中保留多久；0 表示立即释放。</translation>
    </message>
    <message>
        <source>How many requests are answered at once; others wait in line.</source>
        <translation>同时回答多少个请求；其他请求排队等候。</translation>
    </message>
    <message>
        <source>How many session caches are kept at once.</source>
        <translation>同时保留多少个会话缓存。</translation>
    </message>
    <message>
        <source>How many shards are held at once.</source>
        <translation>同时持有多少个分片。</translation>
    </message>
    <message>
        <source>How much tokens that came before are held back; 1 switches it off.</source>
        <translation>对已出现词元的抑制程度；1 表示关闭。</translation>
    </message>
    <message>
        <source>Import a folder with safetensors and tokenizer files.</source>
        <translation>请导入带有 safetensors 和分词器文件的文件夹。</translation>
    </message>
    <message>
        <source>Import a folder with safetensors files.</source>
        <translation>请导入带有 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>Import it again.</source>
        <translation>请重新导入。</translation>
    </message>
    <message>
        <source>Import it there.</source>
        <translation>请在那里导入。</translation>
    </message>
    <message>
        <source>Import it whole.</source>
        <translation>请完整导入。</translation>
    </message>
    <message>
        <source>Import the folder again.</source>
        <translation>请重新导入该文件夹。</translation>
    </message>
    <message>
        <source>Import the model again.</source>
        <translation>请重新导入该模型。</translation>
    </message>
    <message>
        <source>Import the model again. If that does not help, the other one may be wrong.</source>
        <translation>请重新导入该模型。如果没有用，可能是另一方出错。</translation>
    </message>
    <message>
        <source>Import this one under another name.</source>
        <translation>请用另一个名称导入它。</translation>
    </message>
    <message>
        <source>In your swarm now: all layers.</source>
        <translation>此刻在你的集群中：全部层。</translation>
    </message>
    <message>
        <source>In your swarm now: layers {covered}; {missing} missing.</source>
        <translation>此刻在你的集群中：层 {covered}；缺少 {missing}。</translation>
    </message>
    <message>
        <source>Install Meshnet again.</source>
        <translation>请重新安装 Meshnet。</translation>
    </message>
    <message>
        <source>Is it still running?</source>
        <translation>它还在运行吗？</translation>
    </message>
    <message>
        <source>Is it switched on?</source>
        <translation>它打开了吗？</translation>
    </message>
    <message>
        <source>Is the computer on?</source>
        <translation>那台电脑开着吗？</translation>
    </message>
    <message>
        <source>Is there room for temporary files?</source>
        <translation>有空间存放临时文件吗？</translation>
    </message>
    <message>
        <source>Is this computer on a network?</source>
        <translation>这台电脑连上网络了吗？</translation>
    </message>
    <message>
        <source>It asks for code of its own, which is never run.</source>
        <translation>它要求运行自带的代码，而这里从不运行此类代码。</translation>
    </message>
    <message>
        <source>It can be cut at: {possible}.</source>
        <translation>可以在这些地方拆分：{possible}。</translation>
    </message>
    <message>
        <source>It can only be removed as a whole.</source>
        <translation>它只能整个移除。</translation>
    </message>
    <message>
        <source>It could not be compared with the hub: {text}</source>
        <translation>无法与模型站比对：{text}</translation>
    </message>
    <message>
        <source>It could not be set aside either ({strerror}).</source>
        <translation>也无法把它移到一边（{strerror}）。</translation>
    </message>
    <message>
        <source>It does not matter what other programs do.</source>
        <translation>不论其他程序在做什么。</translation>
    </message>
    <message>
        <source>It does not matter whether the network is paid by volume.</source>
        <translation>不论网络是否按流量计费。</translation>
    </message>
    <message>
        <source>It does not matter whether this computer is plugged in.</source>
        <translation>不论这台电脑是否接通电源。</translation>
    </message>
    <message>
        <source>It does not matter whether you use this computer.</source>
        <translation>不论你是否在使用这台电脑。</translation>
    </message>
    <message>
        <source>It has a line for each setting.</source>
        <translation>每项设置占一行。</translation>
    </message>
    <message>
        <source>It has {num_layers} layers: choose inside 0-{num_layers}.</source>
        <translation>它有 {num_layers} 层：请在 0-{num_layers} 范围内选择。</translation>
    </message>
    <message>
        <source>It is TOML: a line for each setting, like port = 51001 or model = "NAME".</source>
        <translation>它是 TOML：每项设置一行，例如 port = 51001 或 model = "NAME"。</translation>
    </message>
    <message>
        <source>It is set aside when Meshnet starts the next time.</source>
        <translation>Meshnet 下次启动时会把它移到一边。</translation>
    </message>
    <message>
        <source>It left the swarm.</source>
        <translation>它离开了集群。</translation>
    </message>
    <message>
        <source>It looks like 203.0.113.7:7447.</source>
        <translation>形式如 203.0.113.7:7447。</translation>
    </message>
    <message>
        <source>It looks like http://192.168.1.20:51001.</source>
        <translation>形式如 http://192.168.1.20:51001。</translation>
    </message>
    <message>
        <source>It may be out of memory for sessions; see its session-cache panel.</source>
        <translation>它可能没有内存容纳会话了；请查看它的会话缓存面板。</translation>
    </message>
    <message>
        <source>It needs a tokenizer.json.</source>
        <translation>它需要 tokenizer.json。</translation>
    </message>
    <message>
        <source>It was kept as {name}.</source>
        <translation>它已保存为 {name}。</translation>
    </message>
    <message>
        <source>Join its swarm instead, or allow plain http (--plain-http).</source>
        <translation>请改为加入它的集群，或允许未加密的 http（--plain-http）。</translation>
    </message>
    <message>
        <source>Join them first, with: llama-gguf-split --merge FIRST-PIECE WHOLE.gguf</source>
        <translation>请先合并它们：llama-gguf-split --merge FIRST-PIECE WHOLE.gguf</translation>
    </message>
    <message>
        <source>Keep awake</source>
        <translation>保持唤醒</translation>
    </message>
    <message>
        <source>Keep layers in a pause</source>
        <translation>暂停时保留层</translation>
    </message>
    <message>
        <source>Keep this computer awake while it shares and is plugged in.</source>
        <translation>这台电脑共享且接通电源时，使其保持唤醒。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Layers and session caches take {taken_text} of {most_text}.</source>
        <translation>层和会话缓存占用 {taken_text}，上限 {most_text}。</translation>
    </message>
    <message>
        <source>Layers of {name} are being fetched.</source>
        <translation>正在获取 {name} 的层。</translation>
    </message>
    <message>
        <source>Layers {fits} would fit.</source>
        <translation>层 {fits} 放得下。</translation>
    </message>
    <message>
        <source>Layers {my_span} take {disk} of disk and {memory} of memory here.</source>
        <translation>层 {my_span} 在本机占用磁盘 {disk}、内存 {memory}。</translation>
    </message>
    <message>
        <source>Layers {span} are not all in this model.</source>
        <translation>此模型并不包含层 {span} 的全部。</translation>
    </message>
    <message>
        <source>Layers {span} cannot be served in {words} on this computer: {reason}.</source>
        <translation>层 {span} 无法在这台电脑上{words}提供：{reason}。</translation>
    </message>
    <message>
        <source>Layers {span} of {name} are in use on this computer.</source>
        <translation>{name} 的层 {span} 正在这台电脑上使用。</translation>
    </message>
    <message>
        <source>Layers {span} of {name} are not all on this disk.</source>
        <translation>{name} 的层 {span} 并不全在此磁盘上。</translation>
    </message>
    <message>
        <source>Layers {span} of {name} do not answer here: {reason}.</source>
        <translation>{name} 的层 {span} 在这里没有应答：{reason}。</translation>
    </message>
    <message>
        <source>Layers {span} of {name} do not compute right on this computer.</source>
        <translation>{name} 的层 {span} 在这台电脑上计算不正确。</translation>
    </message>
    <message>
        <source>Layers {span} of {name} need {needed} of memory, and {free} are free.</source>
        <translation>{name} 的层 {span} 需要 {needed} 内存，可用 {free}。</translation>
    </message>
    <message>
        <source>Leave one first.</source>
        <translation>请先离开一个。</translation>
    </message>
    <message>
        <source>Leave the device at auto.</source>
        <translation>请将设备保持为 auto。</translation>
    </message>
    <message>
        <source>Leave the dtype at auto.</source>
        <translation>请将计算精度保持为 auto。</translation>
    </message>
    <message>
        <source>Leave the precision of session caches at auto.</source>
        <translation>请将会话缓存的精度保持为 auto。</translation>
    </message>
    <message>
        <source>Let other computers use the API at such an address: whatever is asked and answered goes over the network unencrypted, and whoever learns the key can ask, too.</source>
        <translation>允许其他电脑在这样的地址使用 API：所有提问和回答都会不加密地经过网络，知道密钥的人也都可以提问。</translation>
    </message>
    <message>
        <source>Let other programs ask this computer's models and the swarm, with the API key.</source>
        <translation>允许其他程序凭 API 密钥向这台电脑的模型和集群提问。</translation>
    </message>
    <message>
        <source>Let running sessions finish before a pause; else they move to others at once.</source>
        <translation>暂停前让进行中的会话先完成；否则它们立即转移到其他电脑。</translation>
    </message>
    <message>
        <source>Let that end, or cancel it, first.</source>
        <translation>请先让它结束，或取消它。</translation>
    </message>
    <message>
        <source>Let the hub be asked, too, or wait for a member who has it.</source>
        <translation>请允许同时询问模型站，或等待拥有它的成员。</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>浅色或深色。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Listening address</source>
        <translation>监听地址</translation>
    </message>
    <message>
        <source>Load model types that were not certified, too.</source>
        <translation>也加载未经认证的模型类型。</translation>
    </message>
    <message>
        <source>Loading layers {span} of {name}...</source>
        <translation>正在加载 {name} 的层 {span}…</translation>
    </message>
    <message>
        <source>Loading {name} on this computer...</source>
        <translation>正在这台电脑上加载 {name}…</translation>
    </message>
    <message>
        <source>Loading {span} of {name} failed ({name2}).</source>
        <translation>加载 {name} 的 {span} 失败（{name2}）。</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>本地 API</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>Look for new versions</source>
        <translation>检查新版本</translation>
    </message>
    <message>
        <source>Looking for {name}...</source>
        <translation>正在查找 {name}…</translation>
    </message>
    <message>
        <source>Make a token with read access in your account at the hub; sign in with it under Models, or set HF_TOKEN to it.</source>
        <translation>请在模型站你的账号中创建有读取权限的令牌；在“模型”页用它登录，或将 HF_TOKEN 设为它。</translation>
    </message>
    <message>
        <source>Members hand out a configuration that is none.</source>
        <translation>成员转交的配置不是有效的配置。</translation>
    </message>
    <message>
        <source>Members handed out something else than {name}: {text}</source>
        <translation>成员转交的不是 {name}：{text}</translation>
    </message>
    <message>
        <source>Members on this network reach this computer directly.</source>
        <translation>此网络上的成员可以直接访问这台电脑。</translation>
    </message>
    <message>
        <source>Memory for session caches</source>
        <translation>会话缓存的内存</translation>
    </message>
    <message>
        <source>Memory while idle</source>
        <translation>无人使用时的内存</translation>
    </message>
    <message>
        <source>Memory while in use</source>
        <translation>有人使用时的内存</translation>
    </message>
    <message>
        <source>Meshnet ended before this answer was complete.</source>
        <translation>Meshnet 在此回答完成前就结束了。</translation>
    </message>
    <message>
        <source>Meshnet is ending.</source>
        <translation>Meshnet 正在结束。</translation>
    </message>
    <message>
        <source>Meshnet is still starting.</source>
        <translation>Meshnet 还在启动。</translation>
    </message>
    <message>
        <source>Meshnet reads safetensors files only; choose a repository with the model in that format.</source>
        <translation>Meshnet 只读取 safetensors 文件；请选择提供这种格式模型的仓库。</translation>
    </message>
    <message>
        <source>Meshnet reads safetensors files only; get the model in that format.</source>
        <translation>Meshnet 只读取 safetensors 文件；请获取这种格式的模型。</translation>
    </message>
    <message>
        <source>Meshnet was started with folders of its own ({own}), which a start at sign-in would not use.</source>
        <translation>Meshnet 启动时用了专门的文件夹（{own}），登录时自动启动不会使用它们。</translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation>模型站的镜像</translation>
    </message>
    <message>
        <source>Models of its type run as stored only, not {in_words}.</source>
        <translation>这种类型的模型只能按原样运行，不能{in_words}运行。</translation>
    </message>
    <message>
        <source>Models of the architecture {name} cannot be imported from GGUF yet.</source>
        <translation>架构为 {name} 的模型还不能从 GGUF 导入。</translation>
    </message>
    <message>
        <source>Models of type {model_type} are no language models.</source>
        <translation>类型为 {model_type} 的模型不是语言模型。</translation>
    </message>
    <message>
        <source>Models of type {model_type} are not certified to run in parts ({why}).</source>
        <translation>类型为 {model_type} 的模型未经认证可拆分运行（{why}）。</translation>
    </message>
    <message>
        <source>Models of type {model_type} are not certified to run in parts.</source>
        <translation>类型为 {model_type} 的模型未经认证可拆分运行。</translation>
    </message>
    <message>
        <source>Models of type {model_type} are not known here.</source>
        <translation>这里不认识类型为 {model_type} 的模型。</translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be cut into layers here: {exc}</source>
        <translation>类型为 {model_type} 的模型在这里不能按层拆分：{exc}</translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be run as layers {span} here: {exc}</source>
        <translation>类型为 {model_type} 的模型在这里不能作为层 {span} 运行：{exc}</translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be run here.</source>
        <translation>类型为 {model_type} 的模型不能在这里运行。</translation>
    </message>
    <message>
        <source>Models of type {model_type} keep lists of {lengths} modules where {expected} layers are counted.</source>
        <translation>类型为 {model_type} 的模型有长度为 {lengths} 的模块列表，而应有 {expected} 层。</translation>
    </message>
    <message>
        <source>Models of type {model_type} keep the parts of one layer in different lists: they cannot be cut.</source>
        <translation>类型为 {model_type} 的模型把同一层的各部分放在不同列表中：无法拆分。</translation>
    </message>
    <message>
        <source>More of {name} is being fetched.</source>
        <translation>正在获取 {name} 的更多内容。</translation>
    </message>
    <message>
        <source>Name layers that it has.</source>
        <translation>请给出它拥有的层。</translation>
    </message>
    <message>
        <source>Name of this computer</source>
        <translation>这台电脑的名称</translation>
    </message>
    <message>
        <source>Names are like owner/model.</source>
        <translation>名称的形式为 owner/model。</translation>
    </message>
    <message>
        <source>Names of this computer</source>
        <translation>这台电脑的名称</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>No chat could be read from it.</source>
        <translation>未能从中读出任何聊天。</translation>
    </message>
    <message>
        <source>No member hands out the configuration and the tokenizer of this model as they should be.</source>
        <translation>没有成员正确地转交此模型的配置和分词器。</translation>
    </message>
    <message>
        <source>No member hands out this model.</source>
        <translation>没有成员转交此模型。</translation>
    </message>
    <message>
        <source>No member of your swarm has this, and the hub is not to be asked.</source>
        <translation>你的集群中没有成员拥有它，而模型站又不允许询问。</translation>
    </message>
    <message>
        <source>No program is waited for.</source>
        <translation>不等待任何程序。</translation>
    </message>
    <message>
        <source>No version is published yet where this build looks for them.</source>
        <translation>此程序查询的发布位置尚未发布任何版本。</translation>
    </message>
    <message>
        <source>Nobody else is there yet who could say whether this computer can be reached.</source>
        <translation>还没有其他人在线，无法判断这台电脑是否能被访问。</translation>
    </message>
    <message>
        <source>Nobody has given a digest for {num_unknown} more.</source>
        <translation>另有 {num_unknown} 个没有人给出摘要。</translation>
    </message>
    <message>
        <source>Nobody in your swarm hands out {name} now.</source>
        <translation>你的集群中现在没有人转交 {name}。</translation>
    </message>
    <message>
        <source>Nobody reached port {port}: a firewall stands before it, on this computer or on its network. Allow incoming TCP connections to port {port} and {swarm_port}. Until then others reach it through a relay.</source>
        <translation>没有人能到达端口 {port}：这台电脑或其网络上有防火墙阻挡。请允许到端口 {port} 和 {swarm_port} 的 TCP 入站连接。在此之前，其他人经由中继访问它。</translation>
    </message>
    <message>
        <source>Nobody reached port {port}: a firewall stands before it, on this computer or on its network. Allow incoming TCP connections to port {port}. Until then others reach it through a relay.</source>
        <translation>没有人能到达端口 {port}：这台电脑或其网络上有防火墙阻挡。请允许到端口 {port} 的 TCP 入站连接。在此之前，其他人经由中继访问它。</translation>
    </message>
    <message>
        <source>Nobody serves layers {layers} of {name}.</source>
        <translation>没有人提供 {name} 的层 {layers}。</translation>
    </message>
    <message>
        <source>Nobody serves layers {span} any more.</source>
        <translation>已没有人提供层 {span}。</translation>
    </message>
    <message>
        <source>Nobody who can be asked has all of {model} that is wanted.</source>
        <translation>可询问的对象中没有人拥有所需的全部 {model}。</translation>
    </message>
    <message>
        <source>Node {address}</source>
        <translation>节点 {address}</translation>
    </message>
    <message>
        <source>None of the programs runs that are waited for.</source>
        <translation>需要等待的程序都没有运行。</translation>
    </message>
    <message>
        <source>Not all layers of {name} are on this disk.</source>
        <translation>{name} 的层并不全在此磁盘上。</translation>
    </message>
    <message>
        <source>Not even one of them would fit: close other programs, or choose a smaller model.</source>
        <translation>一层也放不下：请关闭其他程序，或选择较小的模型。</translation>
    </message>
    <message>
        <source>Not with computers like this one.</source>
        <translation>用这样的电脑无法运行。</translation>
    </message>
    <message>
        <source>Nothing can be saved: {name} is only read now.</source>
        <translation>无法保存：现在只能读取 {name}。</translation>
    </message>
    <message>
        <source>Nothing is saved: {name} cannot be made in the folder {parent}.</source>
        <translation>没有保存：无法在文件夹 {parent} 中创建 {name}。</translation>
    </message>
    <message>
        <source>Nothing of {name} is being fetched.</source>
        <translation>没有在获取 {name} 的任何内容。</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>One chat could be read from it and is here.</source>
        <translation>从中读出了 1 个聊天，已放在这里。</translation>
    </message>
    <message>
        <source>One earlier message was left out: the chat is longer than the model's context.</source>
        <translation>已省略 1 条较早的消息：聊天超出了模型的上下文。</translation>
    </message>
    <message>
        <source>One layer needs {needs} of disk, and {has} are left.</source>
        <translation>一层需要磁盘 {needs}，而只剩 {has}。</translation>
    </message>
    <message>
        <source>One layer needs {needs} of memory, and {has} are free.</source>
        <translation>一层需要内存 {needs}，而空闲 {has}。</translation>
    </message>
    <message>
        <source>Only sessions of your own chats can be ended on a peer.</source>
        <translation>在其他节点上只能结束你自己聊天的会话。</translation>
    </message>
    <message>
        <source>Other computers may use the API</source>
        <translation>其他电脑可以使用 API</translation>
    </message>
    <message>
        <source>Other programs use {busy} % of the processor.</source>
        <translation>其他程序占用 {busy} % 的处理器。</translation>
    </message>
    <message>
        <source>Others reach this computer directly on port {port}.</source>
        <translation>其他人通过端口 {port} 直接访问这台电脑。</translation>
    </message>
    <message>
        <source>Others reach this computer through a relay, which is slower.</source>
        <translation>其他人经由中继访问这台电脑，速度较慢。</translation>
    </message>
    <message>
        <source>Paused until {clock}.</source>
        <translation>暂停到 {clock}。</translation>
    </message>
    <message>
        <source>Paused until {strftime}, {clock}.</source>
        <translation>暂停到 {strftime} {clock}。</translation>
    </message>
    <message>
        <source>Paused: layers and session caches take {taken_text}; the limit is {most_text}.</source>
        <translation>已暂停：层和会话缓存占用 {taken_text}；上限为 {most_text}。</translation>
    </message>
    <message>
        <source>Paused: layers and session caches take {taken_text}; the limit while you are here is {most_text}.</source>
        <translation>已暂停：层和会话缓存占用 {taken_text}；你在使用电脑时的上限为 {most_text}。</translation>
    </message>
    <message>
        <source>Peer {address}</source>
        <translation>节点 {address}</translation>
    </message>
    <message>
        <source>Port of the API</source>
        <translation>API 的端口</translation>
    </message>
    <message>
        <source>Port of the node</source>
        <translation>节点的端口</translation>
    </message>
    <message>
        <source>Port of the swarm</source>
        <translation>集群的端口</translation>
    </message>
    <message>
        <source>Port {port} is taken by another program.</source>
        <translation>端口 {port} 已被另一个程序占用。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Precision of session caches</source>
        <translation>会话缓存的精度</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>处理器线程</translation>
    </message>
    <message>
        <source>Processor threads for computing; 0 chooses by itself.</source>
        <translation>用于计算的处理器线程数；0 表示自动选择。</translation>
    </message>
    <message>
        <source>Programs during which nothing is shared, by the names of their files.</source>
        <translation>运行时不共享的程序，按文件名列出。</translation>
    </message>
    <message>
        <source>Python's package installer could not be started.</source>
        <translation>无法启动 Python 的软件包安装程序。</translation>
    </message>
    <message>
        <source>Raise the disk limit, take less, or remove a model.</source>
        <translation>请提高磁盘上限，少获取一些，或移除一个模型。</translation>
    </message>
    <message>
        <source>Remove it and get it again.</source>
        <translation>请移除它，然后重新获取。</translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation>请先移除一个。</translation>
    </message>
    <message>
        <source>Rename it to {whole_name}.</source>
        <translation>请将它重命名为 {whole_name}。</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>重复惩罚</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>同时处理的请求数</translation>
    </message>
    <message>
        <source>Routes are best at</source>
        <translation>路由优先考虑</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Run in two parts, they answer otherwise: {wrong}.</source>
        <translation>分两部分运行，结果不同：{wrong}。</translation>
    </message>
    <message>
        <source>Runner</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>时间表</translation>
    </message>
    <message>
        <source>Seconds after which an idle session cache is dropped.</source>
        <translation>空闲会话缓存在多少秒后丢弃。</translation>
    </message>
    <message>
        <source>See the log for the reason.</source>
        <translation>原因请看日志。</translation>
    </message>
    <message>
        <source>See the log.</source>
        <translation>请看日志。</translation>
    </message>
    <message>
        <source>Serve fewer layers, or choose the device cpu.</source>
        <translation>请提供更少的层，或选择设备 cpu。</translation>
    </message>
    <message>
        <source>Serve fewer layers.</source>
        <translation>请提供更少的层。</translation>
    </message>
    <message>
        <source>Serve layers to others while the app runs.</source>
        <translation>应用运行时向其他人提供层。</translation>
    </message>
    <message>
        <source>Serve the weights as stored instead.</source>
        <translation>请改为按原样提供权重。</translation>
    </message>
    <message>
        <source>Serving {before}: others that had these layers left.</source>
        <translation>提供 {before}：拥有这些层的其他电脑离开了。</translation>
    </message>
    <message>
        <source>Serving {chosen} because you chose it.</source>
        <translation>提供 {chosen}，因为这是你选择的。</translation>
    </message>
    <message>
        <source>Serving {span} because you chose it.</source>
        <translation>提供 {span}，因为这是你选择的。</translation>
    </message>
    <message>
        <source>Serving {span}: nobody else serves {layers}.</source>
        <translation>提供 {span}：没有其他人提供 {layers}。</translation>
    </message>
    <message>
        <source>Serving {span}: these layers are needed as much as any.</source>
        <translation>提供 {span}：这些层与其他层同样需要。</translation>
    </message>
    <message>
        <source>Serving {span}: these layers had the least speed.</source>
        <translation>提供 {span}：这些层的速度最低。</translation>
    </message>
    <message>
        <source>Serving {whole}: the whole model fits on this computer.</source>
        <translation>提供 {whole}：整个模型在这台电脑上放得下。</translation>
    </message>
    <message>
        <source>Session caches at once</source>
        <translation>同时保留的会话缓存</translation>
    </message>
    <message>
        <source>Set HOME, or {variable}, to a folder.</source>
        <translation>请将 HOME 或 {variable} 设为一个文件夹。</translation>
    </message>
    <message>
        <source>Shards at once</source>
        <translation>同时持有的分片</translation>
    </message>
    <message>
        <source>Shards to serve beside that one, like NAME:0-15, or NAME for the whole model.</source>
        <translation>在首个分片之外还要提供的分片，例如 NAME:0-15；NAME 表示整个模型。</translation>
    </message>
    <message>
        <source>Share after idle time</source>
        <translation>空闲多久后共享</translation>
    </message>
    <message>
        <source>Share on a metered network</source>
        <translation>在按流量计费的网络上共享</translation>
    </message>
    <message>
        <source>Share on battery</source>
        <translation>使用电池时共享</translation>
    </message>
    <message>
        <source>Share on battery, too.</source>
        <translation>使用电池时也共享。</translation>
    </message>
    <message>
        <source>Share only when nobody has used this computer for so long; 0: no matter who uses it.</source>
        <translation>只在这台电脑这么久没人使用时才共享；0：不论是否有人使用。</translation>
    </message>
    <message>
        <source>Share only while the rules allow it.</source>
        <translation>只在规则允许时共享。</translation>
    </message>
    <message>
        <source>Share over a network that is paid by volume, too.</source>
        <translation>在按流量计费的网络上也共享。</translation>
    </message>
    <message>
        <source>Shares in {left_s} s, if nothing changes.</source>
        <translation>如果没有变化，{left_s} 秒后开始共享。</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>Sharing always.</source>
        <translation>始终共享。</translation>
    </message>
    <message>
        <source>Sharing is {sharing}, not {position}.</source>
        <translation>共享状态是 {sharing}，不是 {position}。</translation>
    </message>
    <message>
        <source>Sharing: your rules allow it.</source>
        <translation>正在共享：你的规则允许。</translation>
    </message>
    <message>
        <source>Sign out of the hub and in again.</source>
        <translation>请退出登录模型站，再重新登录。</translation>
    </message>
    <message>
        <source>Some member gave something false of {doubted}.</source>
        <translation>某个成员给出的 {doubted} 的内容不正确。</translation>
    </message>
    <message>
        <source>Something went wrong ({name}).</source>
        <translation>出了点问题（{name}）。</translation>
    </message>
    <message>
        <source>Something went wrong ({name}); the log says what.</source>
        <translation>出了点问题（{name}）；详情见日志。</translation>
    </message>
    <message>
        <source>Start a new chat or shorten the message.</source>
        <translation>请开始新聊天，或缩短消息。</translation>
    </message>
    <message>
        <source>Start in the tray when you sign in to this computer.</source>
        <translation>登录这台电脑时在托盘中启动。</translation>
    </message>
    <message>
        <source>Start when you sign in</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Starting Meshnet...</source>
        <translation>正在启动 Meshnet…</translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: the name of the program's folder cannot be written.</source>
        <translation>无法设置登录时启动：无法写出程序文件夹的名称。</translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: the system did not keep it.</source>
        <translation>无法设置登录时启动：系统没有保存它。</translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: {reason}.</source>
        <translation>无法设置登录时启动：{reason}。</translation>
    </message>
    <message>
        <source>Starting local node {value} of {spans} (layers {span})...</source>
        <translation>正在启动本地节点 {value} / {spans}（层 {span}）…</translation>
    </message>
    <message>
        <source>Stop sharing them first.</source>
        <translation>请先停止共享它们。</translation>
    </message>
    <message>
        <source>Stopped before it began.</source>
        <translation>还没开始就已停止。</translation>
    </message>
    <message>
        <source>Supported: {architectures}. A folder with safetensors files can be imported instead.</source>
        <translation>支持的架构：{architectures}。也可以改为导入带有 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>Supported: {splittings}. Or import a folder with safetensors and tokenizer files.</source>
        <translation>支持的方式：{splittings}。也可以导入带有 safetensors 和分词器文件的文件夹。</translation>
    </message>
    <message>
        <source>Switch contribution on.</source>
        <translation>请打开共享。</translation>
    </message>
    <message>
        <source>Switch it on, or add a peer.</source>
        <translation>请将它打开，或添加一个节点。</translation>
    </message>
    <message>
        <source>Switch sharing off first.</source>
        <translation>请先关闭共享。</translation>
    </message>
    <message>
        <source>Switch sharing off, or choose another model.</source>
        <translation>请关闭共享，或选择另一个模型。</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>Take a mirror whose address begins with https, or none, to sign in.</source>
        <translation>要登录，请使用地址以 https 开头的镜像，或不用镜像。</translation>
    </message>
    <message>
        <source>Talk without encryption</source>
        <translation>不加密通信</translation>
    </message>
    <message>
        <source>Talk without encryption to others outside of a swarm; anyone can listen.</source>
        <translation>与集群外的其他人不加密地通信；任何人都可能监听。</translation>
    </message>
    <message>
        <source>Tell when something needs you while the window is hidden.</source>
        <translation>窗口隐藏时，如有事需要你处理就通知。</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>That is no token of the hub.</source>
        <translation>这不是模型站的令牌。</translation>
    </message>
    <message>
        <source>That text is too long for a QR code.</source>
        <translation>这段文字太长，放不进二维码。</translation>
    </message>
    <message>
        <source>The API could not be started ({name}). See the log for the reason.</source>
        <translation>API 无法启动（{name}）。原因请查看日志。</translation>
    </message>
    <message>
        <source>The API key could not be read: {strerror}.</source>
        <translation>无法读取 API 密钥：{strerror}。</translation>
    </message>
    <message>
        <source>The API key could not be saved: {reason}.</source>
        <translation>无法保存 API 密钥：{reason}。</translation>
    </message>
    <message>
        <source>The GGUF file ends inside the tensor {name}.</source>
        <translation>GGUF 文件在张量 {name} 中间就结束了。</translation>
    </message>
    <message>
        <source>The GGUF file {name} is truncated or damaged: {why}.</source>
        <translation>GGUF 文件 {name} 被截断或已损坏：{why}。</translation>
    </message>
    <message>
        <source>The address at which the API listens; 127.0.0.1 is for programs on this computer alone.</source>
        <translation>API 监听的地址；127.0.0.1 仅供这台电脑上的程序使用。</translation>
    </message>
    <message>
        <source>The address at which the node listens; empty: in a swarm all, else this computer's.</source>
        <translation>节点监听的地址；留空：在集群中为全部地址，否则为这台电脑的地址。</translation>
    </message>
    <message>
        <source>The address of a mirror of the hub; empty takes the usual one.</source>
        <translation>模型站镜像的地址；留空则用通常的地址。</translation>
    </message>
    <message>
        <source>The answer can go on as soon as somebody serves them again.</source>
        <translation>一旦有人再次提供这些层，回答就能继续。</translation>
    </message>
    <message>
        <source>The answer cannot be held to this form: {reason}</source>
        <translation>无法让回答符合此格式：{reason}</translation>
    </message>
    <message>
        <source>The certificate of whoever answers in the hub's place is not valid.</source>
        <translation>代替模型站应答的一方，其证书无效。</translation>
    </message>
    <message>
        <source>The config.json of {model_name} does not say what type of model it is.</source>
        <translation>{model_name} 的 config.json 没有说明模型类型。</translation>
    </message>
    <message>
        <source>The config.json of {model_name} gives no usable {keys}.</source>
        <translation>{model_name} 的 config.json 没有给出可用的 {keys}。</translation>
    </message>
    <message>
        <source>The config.json of {name} states a hidden size of {stated}, but the weights have {shape}.</source>
        <translation>{name} 的 config.json 写的隐藏维度是 {stated}，但权重的形状是 {shape}。</translation>
    </message>
    <message>
        <source>The config.json of {name} states {stated} layers, but the weights have {found}.</source>
        <translation>{name} 的 config.json 写的是 {stated} 层，但权重有 {found} 层。</translation>
    </message>
    <message>
        <source>The configuration file {path} cannot be read: {exc}.</source>
        <translation>无法读取配置文件 {path}：{exc}。</translation>
    </message>
    <message>
        <source>The configuration file {path} cannot be read: {strerror}.</source>
        <translation>无法读取配置文件 {path}：{strerror}。</translation>
    </message>
    <message>
        <source>The configuration file {path} is too large.</source>
        <translation>配置文件 {path} 太大。</translation>
    </message>
    <message>
        <source>The configuration in {path} cannot be used: {exc}</source>
        <translation>{path} 中的配置无法使用：{exc}</translation>
    </message>
    <message>
        <source>The connection to the hub broke.</source>
        <translation>与模型站的连接断开了。</translation>
    </message>
    <message>
        <source>The connection to the hub ended too early.</source>
        <translation>与模型站的连接过早结束。</translation>
    </message>
    <message>
        <source>The connection to {name} was lost.</source>
        <translation>与 {name} 的连接丢失了。</translation>
    </message>
    <message>
        <source>The conversation has {num_prompt_tokens} tokens; this model takes {context_tokens}.</source>
        <translation>对话有 {num_prompt_tokens} 个词元；此模型最多容纳 {context_tokens} 个。</translation>
    </message>
    <message>
        <source>The conversation is computed again.</source>
        <translation>正在重新计算对话。</translation>
    </message>
    <message>
        <source>The disk has no room for the {words} weights; nothing was kept.</source>
        <translation>磁盘没有空间存放{words}权重；没有保留任何内容。</translation>
    </message>
    <message>
        <source>The disk is full, so nothing new is saved in {name}.</source>
        <translation>磁盘已满，因此不再向 {name} 保存新内容。</translation>
    </message>
    <message>
        <source>The disk is full, so {name} is only read. Free some space and start Meshnet again.</source>
        <translation>磁盘已满，因此 {name} 只能读取。请释放一些空间，然后重新启动 Meshnet。</translation>
    </message>
    <message>
        <source>The disk that holds {root} became full.</source>
        <translation>{root} 所在的磁盘已满。</translation>
    </message>
    <message>
        <source>The downloaded starter model is damaged.</source>
        <translation>下载的入门模型已损坏。</translation>
    </message>
    <message>
        <source>The downloaded starter model is not the expected file; it was thrown away.</source>
        <translation>下载的入门模型不是预期的文件；已丢弃。</translation>
    </message>
    <message>
        <source>The dtype must be one of {dtypes}, not {dtype}.</source>
        <translation>dtype 必须是 {dtypes} 之一，而不是 {dtype}。</translation>
    </message>
    <message>
        <source>The fetch of {model} came to a stop: {text}</source>
        <translation>{model} 的获取停止了：{text}</translation>
    </message>
    <message>
        <source>The file is incomplete or damaged.</source>
        <translation>文件不完整或已损坏。</translation>
    </message>
    <message>
        <source>The file is incomplete; get it again.</source>
        <translation>文件不完整；请重新获取。</translation>
    </message>
    <message>
        <source>The file of {piece} of the model {name} is damaged.</source>
        <translation>模型 {name} 的 {piece} 文件已损坏。</translation>
    </message>
    <message>
        <source>The file {file_name} of the model {name} is damaged.</source>
        <translation>模型 {name} 的文件 {file_name} 已损坏。</translation>
    </message>
    <message>
        <source>The file {file} came compressed, which nobody asked for.</source>
        <translation>收到的文件 {file} 是压缩的，而没有人这样要求。</translation>
    </message>
    <message>
        <source>The file {file} came with {content} bytes instead of {num_bytes}.</source>
        <translation>收到的文件 {file} 有 {content} 字节，而应为 {num_bytes}。</translation>
    </message>
    <message>
        <source>The file {file} changed at the hub.</source>
        <translation>文件 {file} 在模型站上变了。</translation>
    </message>
    <message>
        <source>The file {file} has another size at the hub than it had.</source>
        <translation>文件 {file} 在模型站上的大小与之前不同。</translation>
    </message>
    <message>
        <source>The file {file} of {repository} lacks the tensor {name}.</source>
        <translation>{repository} 的文件 {file} 缺少张量 {name}。</translation>
    </message>
    <message>
        <source>The file {found} of {name} has an odd name.</source>
        <translation>{name} 的文件 {found} 名称异常。</translation>
    </message>
    <message>
        <source>The file {name} cannot be read.</source>
        <translation>无法读取文件 {name}。</translation>
    </message>
    <message>
        <source>The file {name} cannot be written, so it is only read.</source>
        <translation>无法写入文件 {name}，因此只能读取。</translation>
    </message>
    <message>
        <source>The file {name} changed while it was being copied.</source>
        <translation>文件 {name} 在复制过程中变了。</translation>
    </message>
    <message>
        <source>The file {name} could not be brought up to date, so it is only read.</source>
        <translation>无法将文件 {name} 更新到新格式，因此只能读取。</translation>
    </message>
    <message>
        <source>The file {name} could not be read.</source>
        <translation>无法读取文件 {name}。</translation>
    </message>
    <message>
        <source>The file {name} could not be saved: the disk is full.</source>
        <translation>无法保存文件 {name}：磁盘已满。</translation>
    </message>
    <message>
        <source>The file {name} could not be used.</source>
        <translation>无法使用文件 {name}。</translation>
    </message>
    <message>
        <source>The file {name} could not be written.</source>
        <translation>无法写入文件 {name}。</translation>
    </message>
    <message>
        <source>The file {name} could not be written: the disk is full.</source>
        <translation>无法写入文件 {name}：磁盘已满。</translation>
    </message>
    <message>
        <source>The file {name} is damaged and could not be set aside.</source>
        <translation>文件 {name} 已损坏，而且无法移到一边。</translation>
    </message>
    <message>
        <source>The file {name} is damaged.</source>
        <translation>文件 {name} 已损坏。</translation>
    </message>
    <message>
        <source>The file {name} is far too large for what it should be.</source>
        <translation>文件 {name} 比应有的大小大得多。</translation>
    </message>
    <message>
        <source>The file {name} is none that a model needs.</source>
        <translation>文件 {name} 不是模型需要的文件。</translation>
    </message>
    <message>
        <source>The file {name} is not a JSON object.</source>
        <translation>文件 {name} 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The file {name} is not the complete piece of the model.</source>
        <translation>文件 {name} 不是模型的完整部分。</translation>
    </message>
    <message>
        <source>The file {name} is not the one that the hub lists.</source>
        <translation>文件 {name} 与模型站列出的不符。</translation>
    </message>
    <message>
        <source>The file {name} is not the one that was announced.</source>
        <translation>文件 {name} 与宣告的不符。</translation>
    </message>
    <message>
        <source>The file {name} is not valid JSON.</source>
        <translation>文件 {name} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The file {name} is of a newer version of Meshnet, so it is only read.</source>
        <translation>文件 {name} 来自更新版本的 Meshnet，因此只能读取。</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} cannot be read.</source>
        <translation>无法读取模型 {name2} 的文件 {name}。</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is damaged.</source>
        <translation>模型 {name2} 的文件 {name} 已损坏。</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is damaged: it has {found} bytes instead of {expected}.</source>
        <translation>模型 {name2} 的文件 {name} 已损坏：它有 {found} 字节，而应为 {expected}。</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is far too large.</source>
        <translation>模型 {name2} 的文件 {name} 过大。</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is missing.</source>
        <translation>模型 {name2} 缺少文件 {name}。</translation>
    </message>
    <message>
        <source>The file {name} of {name2} lacks the tensor {tensor}.</source>
        <translation>{name2} 的文件 {name} 缺少张量 {tensor}。</translation>
    </message>
    <message>
        <source>The file {name} of {of} is not a JSON object.</source>
        <translation>{of} 的文件 {name} 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The file {name} of {of} is not valid JSON.</source>
        <translation>{of} 的文件 {name} 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>The file {name} was damaged. It was kept as {kept_as}, and a new one was begun.</source>
        <translation>文件 {name} 已损坏。它已保存为 {kept_as}，并新建了一个文件。</translation>
    </message>
    <message>
        <source>The file {path} holds no key that can be used.</source>
        <translation>文件 {path} 中没有可用的密钥。</translation>
    </message>
    <message>
        <source>The file {piece} of {name} holds other tensors.</source>
        <translation>{name} 的文件 {piece} 包含其他张量。</translation>
    </message>
    <message>
        <source>The file {too_large} of {repository} is far too large for what it should be.</source>
        <translation>{repository} 的文件 {too_large} 比应有的大小大得多。</translation>
    </message>
    <message>
        <source>The files of {name} are not those of the model that was asked for.</source>
        <translation>{name} 的文件不属于所要求的模型。</translation>
    </message>
    <message>
        <source>The first layer, with the embedding, needs {needs} of disk, and {has} are left.</source>
        <translation>第一层（含嵌入）需要磁盘 {needs}，而只剩 {has}。</translation>
    </message>
    <message>
        <source>The first layer, with the embedding, needs {needs} of memory, and {has} are free.</source>
        <translation>第一层（含嵌入）需要内存 {needs}，而空闲 {has}。</translation>
    </message>
    <message>
        <source>The folder of the model {name} cannot be read.</source>
        <translation>无法读取模型 {name} 的文件夹。</translation>
    </message>
    <message>
        <source>The folder of the model {name} cannot be written.</source>
        <translation>无法写入模型 {name} 的文件夹。</translation>
    </message>
    <message>
        <source>The folder {name} has no safetensors files.</source>
        <translation>文件夹 {name} 中没有 safetensors 文件。</translation>
    </message>
    <message>
        <source>The folder {name} has no tokenizer.</source>
        <translation>文件夹 {name} 中没有分词器。</translation>
    </message>
    <message>
        <source>The folder {name} has several weight files but no {index_name}.</source>
        <translation>文件夹 {name} 中有多个权重文件，但没有 {index_name}。</translation>
    </message>
    <message>
        <source>The folder {name} lacks the weight file {name2}.</source>
        <translation>文件夹 {name} 缺少权重文件 {name2}。</translation>
    </message>
    <message>
        <source>The form of the answer cannot be followed: {reason}</source>
        <translation>无法遵循所要求的回答格式：{reason}</translation>
    </message>
    <message>
        <source>The form of the answer takes more than {max_grammar_chars} characters.</source>
        <translation>回答格式的描述超过 {max_grammar_chars} 个字符。</translation>
    </message>
    <message>
        <source>The header of the model file {file_name} is damaged.</source>
        <translation>模型文件 {file_name} 的文件头已损坏。</translation>
    </message>
    <message>
        <source>The header of the model file {name} is damaged.</source>
        <translation>模型文件 {name} 的文件头已损坏。</translation>
    </message>
    <message>
        <source>The header of {name} does not tell of the model's tensors.</source>
        <translation>{name} 的文件头没有说明模型的张量。</translation>
    </message>
    <message>
        <source>The headers are too large.</source>
        <translation>请求头太大。</translation>
    </message>
    <message>
        <source>The headers of the model's files are far too large.</source>
        <translation>模型文件的文件头过大。</translation>
    </message>
    <message>
        <source>The hub announced {length} bytes of {file} instead of {value}.</source>
        <translation>模型站宣告 {file} 有 {length} 字节，而应为 {value}。</translation>
    </message>
    <message>
        <source>The hub answered with another part of {file} than was asked for.</source>
        <translation>模型站返回的不是所要求的 {file} 部分。</translation>
    </message>
    <message>
        <source>The hub answered with status {status}.</source>
        <translation>模型站返回状态 {status}。</translation>
    </message>
    <message>
        <source>The hub answers no more questions for now: too many were asked.</source>
        <translation>模型站暂时不再应答：询问过多。</translation>
    </message>
    <message>
        <source>The hub cannot be reached.</source>
        <translation>无法连接到模型站。</translation>
    </message>
    <message>
        <source>The hub did not answer in time.</source>
        <translation>模型站没有及时应答。</translation>
    </message>
    <message>
        <source>The hub does not have this revision of {what}.</source>
        <translation>模型站没有 {what} 的这个修订版本。</translation>
    </message>
    <message>
        <source>The hub does not know this token, or it has expired.</source>
        <translation>模型站不认识此令牌，或令牌已过期。</translation>
    </message>
    <message>
        <source>The hub does not let you read {what}.</source>
        <translation>模型站不允许你读取 {what}。</translation>
    </message>
    <message>
        <source>The hub does not say what {plain} of {repository} should be.</source>
        <translation>模型站没有说明 {repository} 的 {plain} 应是什么。</translation>
    </message>
    <message>
        <source>The hub gives whole files only, no parts.</source>
        <translation>模型站只提供整个文件，不提供部分。</translation>
    </message>
    <message>
        <source>The hub has no file {what}.</source>
        <translation>模型站没有文件 {what}。</translation>
    </message>
    <message>
        <source>The hub has no model {what}, or it is private.</source>
        <translation>模型站没有模型 {what}，或它是私有的。</translation>
    </message>
    <message>
        <source>The hub has shut {name} off.</source>
        <translation>模型站已关闭 {name}。</translation>
    </message>
    <message>
        <source>The hub has trouble of its own (status {status}).</source>
        <translation>模型站自身出了问题（状态 {status}）。</translation>
    </message>
    <message>
        <source>The hub is switched off on this computer, by HF_HUB_OFFLINE.</source>
        <translation>这台电脑通过 HF_HUB_OFFLINE 关闭了模型站。</translation>
    </message>
    <message>
        <source>The hub sends us in circles.</source>
        <translation>模型站让我们来回兜圈子。</translation>
    </message>
    <message>
        <source>The hub sends us to an address that is none.</source>
        <translation>模型站指向的不是有效地址。</translation>
    </message>
    <message>
        <source>The hub sends us to an address without encryption.</source>
        <translation>模型站指向未加密的地址。</translation>
    </message>
    <message>
        <source>The hub sent more of {file} than was asked for.</source>
        <translation>模型站发送的 {file} 比要求的多。</translation>
    </message>
    <message>
        <source>The hub's address cannot be used.</source>
        <translation>模型站的地址无法使用。</translation>
    </message>
    <message>
        <source>The hub's answer about your account cannot be read.</source>
        <translation>无法读取模型站关于你账号的应答。</translation>
    </message>
    <message>
        <source>The hub's answer about {asked} cannot be read.</source>
        <translation>无法读取模型站关于 {asked} 的应答。</translation>
    </message>
    <message>
        <source>The hub's answer about {repository} cannot be read.</source>
        <translation>无法读取模型站关于 {repository} 的应答。</translation>
    </message>
    <message>
        <source>The hub's answer is far longer than it should be.</source>
        <translation>模型站的应答比应有的长得多。</translation>
    </message>
    <message>
        <source>The hub's answer to the search cannot be read.</source>
        <translation>无法读取模型站的搜索结果。</translation>
    </message>
    <message>
        <source>The hub's answer took too long.</source>
        <translation>模型站应答的时间太长。</translation>
    </message>
    <message>
        <source>The language of the window, from its next start on.</source>
        <translation>窗口的语言，下次启动时生效。</translation>
    </message>
    <message>
        <source>The last layer, with the lm_head, needs {needs} of disk, and {has} are left.</source>
        <translation>最后一层（含 lm_head）需要磁盘 {needs}，而只剩 {has}。</translation>
    </message>
    <message>
        <source>The last layer, with the lm_head, needs {needs} of memory, and {has} are free.</source>
        <translation>最后一层（含 lm_head）需要内存 {needs}，而空闲 {has}。</translation>
    </message>
    <message>
        <source>The layers of models of type {kind} hand on more than their hidden states: they cannot be cut.</source>
        <translation>类型为 {kind} 的模型的层传递的不只是隐藏状态：无法拆分。</translation>
    </message>
    <message>
        <source>The layers of models of type {kind} look at more than the layer before them hands on: they cannot be cut.</source>
        <translation>类型为 {kind} 的模型的层查看的不只是前一层传来的内容：无法拆分。</translation>
    </message>
    <message>
        <source>The layers of models of type {kind} run in loops: they cannot be cut.</source>
        <translation>类型为 {kind} 的模型的层循环运行：无法拆分。</translation>
    </message>
    <message>
        <source>The layers of {name} cannot be told apart.</source>
        <translation>无法区分 {name} 的各层。</translation>
    </message>
    <message>
        <source>The layers take {num_bytes} and do not fit into the memory of {type}, which has {free} free.</source>
        <translation>这些层占用 {num_bytes}，{type} 的内存放不下，它只剩 {free}。</translation>
    </message>
    <message>
        <source>The layers take {num_bytes} and do not fit into the memory of {type}.</source>
        <translation>这些层占用 {num_bytes}，{type} 的内存放不下。</translation>
    </message>
    <message>
        <source>The layers to serve, like 0-15; empty: what is needed most, or all.</source>
        <translation>要提供的层，例如 0-15；留空：最需要的层，或全部。</translation>
    </message>
    <message>
        <source>The lean path computes in float32, not in {dtype}.</source>
        <translation>精简路径以 float32 计算，而不是 {dtype}。</translation>
    </message>
    <message>
        <source>The lean path computes on the processor, not on {device}.</source>
        <translation>精简路径在处理器上计算，而不是在 {device} 上。</translation>
    </message>
    <message>
        <source>The lean path keeps its session caches in float32.</source>
        <translation>精简路径以 float32 保存会话缓存。</translation>
    </message>
    <message>
        <source>The list of swarms cannot be kept: {reason}.</source>
        <translation>无法保存集群列表：{reason}。</translation>
    </message>
    <message>
        <source>The list of swarms was damaged.</source>
        <translation>集群列表已损坏。</translation>
    </message>
    <message>
        <source>The list of tensors of {name} is another model's.</source>
        <translation>{name} 的张量列表属于另一个模型。</translation>
    </message>
    <message>
        <source>The list of the model's tensors is damaged: {why}.</source>
        <translation>模型的张量列表已损坏：{why}。</translation>
    </message>
    <message>
        <source>The local node for layers {span} did not start.</source>
        <translation>层 {span} 的本地节点没有启动。</translation>
    </message>
    <message>
        <source>The local nodes have been stopped.</source>
        <translation>本地节点已停止。</translation>
    </message>
    <message>
        <source>The longest answer, in tokens.</source>
        <translation>最长回答的词元数。</translation>
    </message>
    <message>
        <source>The members contradict each other about what is in this model, and the hub cannot be asked.</source>
        <translation>成员对此模型的内容说法不一，而模型站又无法询问。</translation>
    </message>
    <message>
        <source>The model file {file_name} is truncated or damaged.</source>
        <translation>模型文件 {file_name} 被截断或已损坏。</translation>
    </message>
    <message>
        <source>The model file {name} is missing or cannot be read.</source>
        <translation>模型文件 {name} 缺失或无法读取。</translation>
    </message>
    <message>
        <source>The model file {name} is not as long as its header says.</source>
        <translation>模型文件 {name} 的长度与文件头所写不符。</translation>
    </message>
    <message>
        <source>The model files hold another shape of the tensor {first} and {others} more.</source>
        <translation>模型文件中张量 {first} 等的形状不同（另有 {others} 个）。</translation>
    </message>
    <message>
        <source>The model files hold another shape of the tensor {first}.</source>
        <translation>模型文件中张量 {first} 的形状不同。</translation>
    </message>
    <message>
        <source>The model files in {path} cannot be loaded.</source>
        <translation>无法加载 {path} 中的模型文件。</translation>
    </message>
    <message>
        <source>The model files in {path} cannot be loaded: {exc}</source>
        <translation>无法加载 {path} 中的模型文件：{exc}</translation>
    </message>
    <message>
        <source>The model files lack the tensor {first} and {others} more.</source>
        <translation>模型文件缺少张量 {first} 和另外 {others} 个。</translation>
    </message>
    <message>
        <source>The model files lack the tensor {first}.</source>
        <translation>模型文件缺少张量 {first}。</translation>
    </message>
    <message>
        <source>The model fits on this computer, so it runs here alone: splitting it would be slower.</source>
        <translation>模型在这台电脑上放得下，因此只在这里运行：拆分会更慢。</translation>
    </message>
    <message>
        <source>The model has no config.json.</source>
        <translation>模型没有 config.json。</translation>
    </message>
    <message>
        <source>The model store {root} cannot be read.</source>
        <translation>无法读取模型存储 {root}。</translation>
    </message>
    <message>
        <source>The model would fit on this computer; split over others it is slower.</source>
        <translation>模型在这台电脑上放得下；分布到其他电脑上会更慢。</translation>
    </message>
    <message>
        <source>The model {name} was imported by another version of Meshnet.</source>
        <translation>模型 {name} 是由另一个版本的 Meshnet 导入的。</translation>
    </message>
    <message>
        <source>The model {name} was imported whole.</source>
        <translation>模型 {name} 是整个导入的。</translation>
    </message>
    <message>
        <source>The model's chat template does not accept this conversation: {exc}</source>
        <translation>模型的聊天模板不接受此对话：{exc}</translation>
    </message>
    <message>
        <source>The model's chat template is broken: {exc}</source>
        <translation>模型的聊天模板有错误：{exc}</translation>
    </message>
    <message>
        <source>The model's chat template is too long.</source>
        <translation>模型的聊天模板太长。</translation>
    </message>
    <message>
        <source>The model's configuration does not say how many layers it has.</source>
        <translation>模型的配置没有说明它有多少层。</translation>
    </message>
    <message>
        <source>The model's configuration states larger sizes than its weight files hold.</source>
        <translation>模型的配置所写的尺寸大于权重文件所含的内容。</translation>
    </message>
    <message>
        <source>The model's name in the store; empty takes the starter model.</source>
        <translation>模型在存储中的名称；留空则用入门模型。</translation>
    </message>
    <message>
        <source>The model's tokenizer cannot take this text.</source>
        <translation>模型的分词器无法处理这段文字。</translation>
    </message>
    <message>
        <source>The model's weight files are empty.</source>
        <translation>模型的权重文件是空的。</translation>
    </message>
    <message>
        <source>The models are kept in {root}; move it away.</source>
        <translation>模型保存在 {root}；请将它移走。</translation>
    </message>
    <message>
        <source>The most disk that models take; what was used longest ago goes first; 0 means no limit.</source>
        <translation>模型最多占用的磁盘空间；最久未用的先移除；0 表示不限。</translation>
    </message>
    <message>
        <source>The most memory that all session caches take together.</source>
        <translation>所有会话缓存合计最多占用的内存。</translation>
    </message>
    <message>
        <source>The most of a GPU's memory that sharing takes; 0 means no limit.</source>
        <translation>共享最多占用的 GPU 内存；0 表示不限。</translation>
    </message>
    <message>
        <source>The most of this computer's memory that sharing takes while nobody uses it.</source>
        <translation>无人使用这台电脑时，共享最多占用的内存。</translation>
    </message>
    <message>
        <source>The most of this computer's memory that sharing takes while somebody uses it.</source>
        <translation>有人使用这台电脑时，共享最多占用的内存。</translation>
    </message>
    <message>
        <source>The node's certificate cannot be used: {reason}.</source>
        <translation>节点的证书无法使用：{reason}。</translation>
    </message>
    <message>
        <source>The options of this chat are too long to be kept.</source>
        <translation>此聊天的选项太长，无法保存。</translation>
    </message>
    <message>
        <source>The peers lost this conversation again and again.</source>
        <translation>其他节点一再丢失此对话。</translation>
    </message>
    <message>
        <source>The place where new versions are published cannot be reached.</source>
        <translation>无法连接到发布新版本的位置。</translation>
    </message>
    <message>
        <source>The place where new versions are published does not answer.</source>
        <translation>发布新版本的位置没有应答。</translation>
    </message>
    <message>
        <source>The place where new versions are published refuses to answer (status {status_code}).</source>
        <translation>发布新版本的位置拒绝应答（状态 {status_code}）。</translation>
    </message>
    <message>
        <source>The port at which the node listens; 0: in a swarm the same each time.</source>
        <translation>节点监听的端口；0：在集群中每次相同。</translation>
    </message>
    <message>
        <source>The port of the API; 0: any free one.</source>
        <translation>API 的端口；0：任意空闲端口。</translation>
    </message>
    <message>
        <source>The port of the control channel and of /metrics, for programs on this computer alone; 0: any free one.</source>
        <translation>控制通道和 /metrics 的端口，仅供本机程序使用；0 表示任意空闲端口。</translation>
    </message>
    <message>
        <source>The port of the swarm's own network; 0: the same each time.</source>
        <translation>集群自身网络的端口；0：每次相同。</translation>
    </message>
    <message>
        <source>The precision {precision} computes in float32, not in {dtype}.</source>
        <translation>精度 {precision} 以 float32 计算，而不是 {dtype}。</translation>
    </message>
    <message>
        <source>The precision {precision} computes on the processor, not on {device}.</source>
        <translation>精度 {precision} 在处理器上计算，而不是在 {device} 上。</translation>
    </message>
    <message>
        <source>The precision {precision} keeps its session caches in float32.</source>
        <translation>精度 {precision} 以 float32 保存会话缓存。</translation>
    </message>
    <message>
        <source>The provider shares one public address among several customers (CGNAT), so that no port can be opened. IPv6, or a public address from the provider, would help.</source>
        <translation>运营商让多个客户共用一个公网地址（CGNAT），因此无法开放端口。使用 IPv6，或请运营商提供公网地址，可以解决。</translation>
    </message>
    <message>
        <source>The proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used.</source>
        <translation>HTTP_PROXY、HTTPS_PROXY 或 ALL_PROXY 中的代理无法使用。</translation>
    </message>
    <message>
        <source>The proxy refused the connection to the hub.</source>
        <translation>代理拒绝了到模型站的连接。</translation>
    </message>
    <message>
        <source>The quantisation number {number} of this GGUF file is not known.</source>
        <translation>不认识此 GGUF 文件的量化编号 {number}。</translation>
    </message>
    <message>
        <source>The quantisation {name} cannot be imported yet.</source>
        <translation>量化方式 {name} 还不能导入。</translation>
    </message>
    <message>
        <source>The same next word part as float32 in {agreement} of places, perplexity {value}: measured with the starter model, whose source is 4 bit itself, which flatters this. Other models were not measured.</source>
        <translation>{agreement} 的位置上，下一个词片段与 float32 相同，困惑度 {value}：用入门模型测得，而它的来源本身就是 4 位，所以这个结果偏乐观。其他模型没有测量过。</translation>
    </message>
    <message>
        <source>The server on {url} did not start.</source>
        <translation>{url} 上的服务器没有启动。</translation>
    </message>
    <message>
        <source>The setting {name} cannot be used: {wrong}.</source>
        <translation>设置“{name}”无法使用：{wrong}。</translation>
    </message>
    <message>
        <source>The setting {title} is back at its default: {wrong}.</source>
        <translation>设置“{title}”已恢复默认值：{wrong}。</translation>
    </message>
    <message>
        <source>The settings could not be saved: the disk is full.</source>
        <translation>无法保存设置：磁盘已满。</translation>
    </message>
    <message>
        <source>The settings could not be saved: {reason}.</source>
        <translation>无法保存设置：{reason}。</translation>
    </message>
    <message>
        <source>The settings file could not be read ({values}).</source>
        <translation>无法读取设置文件（{values}）。</translation>
    </message>
    <message>
        <source>The settings file was gone; your last good settings are used.</source>
        <translation>设置文件不见了；使用你上次正常的设置。</translation>
    </message>
    <message>
        <source>The source gave more than it was asked for.</source>
        <translation>来源给出的比要求的多。</translation>
    </message>
    <message>
        <source>The starter model could not be downloaded: {output}</source>
        <translation>无法下载入门模型：{output}</translation>
    </message>
    <message>
        <source>The starter model did not arrive within {timeout_s} seconds.</source>
        <translation>入门模型没有在 {timeout_s} 秒内下载完成。</translation>
    </message>
    <message>
        <source>The starter model is larger than it can be.</source>
        <translation>入门模型比可能的大小还大。</translation>
    </message>
    <message>
        <source>The starter model that came with Meshnet cannot be read: {strerror}.</source>
        <translation>无法读取 Meshnet 自带的入门模型：{strerror}。</translation>
    </message>
    <message>
        <source>The starter model that came with Meshnet is damaged.</source>
        <translation>Meshnet 自带的入门模型已损坏。</translation>
    </message>
    <message>
        <source>The starter model that comes with Meshnet is missing.</source>
        <translation>缺少 Meshnet 自带的入门模型。</translation>
    </message>
    <message>
        <source>The storage behind the hub does not accept the addresses that the hub gives.</source>
        <translation>模型站背后的存储不接受模型站给出的地址。</translation>
    </message>
    <message>
        <source>The storage behind the hub has trouble of its own (status {status}).</source>
        <translation>模型站背后的存储自身出了问题（状态 {status}）。</translation>
    </message>
    <message>
        <source>The storage behind the hub wants to be left alone for a while.</source>
        <translation>模型站背后的存储要求暂时不要再访问。</translation>
    </message>
    <message>
        <source>The swarm's network cannot be opened ({exc}).</source>
        <translation>无法打开集群的网络（{exc}）。</translation>
    </message>
    <message>
        <source>The swarm's network cannot be used.</source>
        <translation>无法使用集群的网络。</translation>
    </message>
    <message>
        <source>The swarm's network did not do it ({exc}).</source>
        <translation>集群的网络没有完成操作（{exc}）。</translation>
    </message>
    <message>
        <source>The swarm's network failed and is opened anew.</source>
        <translation>集群的网络出错，正在重新打开。</translation>
    </message>
    <message>
        <source>The swarm's network is not open.</source>
        <translation>集群的网络没有打开。</translation>
    </message>
    <message>
        <source>The tensor {empty} was left without data.</source>
        <translation>张量 {empty} 没有数据。</translation>
    </message>
    <message>
        <source>The tensor {name} holds values that are not numbers.</source>
        <translation>张量 {name} 包含不是数字的值。</translation>
    </message>
    <message>
        <source>The tensor {source} of {name} has the shape {shape} instead of {stored}.</source>
        <translation>{name} 的张量 {source} 形状为 {shape}，而应为 {stored}。</translation>
    </message>
    <message>
        <source>The tensor {tensor_name} of {name} is not on this computer.</source>
        <translation>{name} 的张量 {tensor_name} 不在这台电脑上。</translation>
    </message>
    <message>
        <source>The token comes from the variable {variable}.</source>
        <translation>令牌来自变量 {variable}。</translation>
    </message>
    <message>
        <source>The token could not be kept.</source>
        <translation>无法保存令牌。</translation>
    </message>
    <message>
        <source>The token could not be removed.</source>
        <translation>无法移除令牌。</translation>
    </message>
    <message>
        <source>The token or an address cannot be sent.</source>
        <translation>令牌或地址无法发送。</translation>
    </message>
    <message>
        <source>The tokenizer in {name} is damaged: {why}.</source>
        <translation>{name} 中的分词器已损坏：{why}。</translation>
    </message>
    <message>
        <source>The tokenizer in {path} cannot be read.</source>
        <translation>无法读取 {path} 中的分词器。</translation>
    </message>
    <message>
        <source>The tokenizer of the model {name} is missing.</source>
        <translation>模型 {name} 缺少分词器。</translation>
    </message>
    <message>
        <source>The tokenizer.json of {name} holds no tokenizer.</source>
        <translation>{name} 的 tokenizer.json 中没有分词器。</translation>
    </message>
    <message>
        <source>The user was asked what closing the window does.</source>
        <translation>已询问用户关闭窗口时怎么做。</translation>
    </message>
    <message>
        <source>The user went through the first start's questions.</source>
        <translation>用户已完成首次启动时的问题。</translation>
    </message>
    <message>
        <source>The weight files of {name} are not safetensors files with digests.</source>
        <translation>{name} 的权重文件不是带摘要的 safetensors 文件。</translation>
    </message>
    <message>
        <source>The weight files of {name} hold a tensor twice.</source>
        <translation>{name} 的权重文件中有一个张量出现两次。</translation>
    </message>
    <message>
        <source>The weight files of {name} hold the tensor {doubled} twice.</source>
        <translation>{name} 的权重文件中张量 {doubled} 出现两次。</translation>
    </message>
    <message>
        <source>The weights in {name} are pickled ({pickles}); such files can run code when they are opened.</source>
        <translation>{name} 中的权重是 pickle 格式（{pickles}）；这类文件打开时可能会运行代码。</translation>
    </message>
    <message>
        <source>The weights in {repository} are pickled ({pickle}); such files can run code when they are opened.</source>
        <translation>{repository} 中的权重是 pickle 格式（{pickle}）；这类文件打开时可能会运行代码。</translation>
    </message>
    <message>
        <source>The weights of {name} are stored otherwise than announced.</source>
        <translation>{name} 的权重的存储方式与宣告的不同。</translation>
    </message>
    <message>
        <source>The {index_name} of {name} is damaged.</source>
        <translation>{name} 的 {index_name} 已损坏。</translation>
    </message>
    <message>
        <source>The {index_name} of {name} names far too many files.</source>
        <translation>{name} 的 {index_name} 列出的文件过多。</translation>
    </message>
    <message>
        <source>The {index_name} of {name} names files that are not safetensors files of the folder.</source>
        <translation>{name} 的 {index_name} 列出的文件不是该文件夹中的 safetensors 文件。</translation>
    </message>
    <message>
        <source>The {index_name} of {repository} is damaged.</source>
        <translation>{repository} 的 {index_name} 已损坏。</translation>
    </message>
    <message>
        <source>The {index_name} of {repository} names files that are no safetensors files of it.</source>
        <translation>{repository} 的 {index_name} 列出的文件不是它的 safetensors 文件。</translation>
    </message>
    <message>
        <source>The {words} weights could not be made: {value}.</source>
        <translation>无法生成{words}权重：{value}。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>There are already {max_peers} peers.</source>
        <translation>已经有 {max_peers} 个节点。</translation>
    </message>
    <message>
        <source>There are: {known}.</source>
        <translation>现有：{known}。</translation>
    </message>
    <message>
        <source>There is no causal language model of type {model_type}.</source>
        <translation>没有类型为 {model_type} 的因果语言模型。</translation>
    </message>
    <message>
        <source>There is no device {name} here: torch finds only the processor.</source>
        <translation>这里没有设备 {name}：torch 只找到处理器。</translation>
    </message>
    <message>
        <source>There is no device {name} here: torch finds the processor and {type}.</source>
        <translation>这里没有设备 {name}：torch 找到处理器和 {type}。</translation>
    </message>
    <message>
        <source>There is no file or folder at {path}.</source>
        <translation>{path} 处没有文件或文件夹。</translation>
    </message>
    <message>
        <source>There is no model folder {path}.</source>
        <translation>没有模型文件夹 {path}。</translation>
    </message>
    <message>
        <source>There is no model named {name}.</source>
        <translation>没有名为 {name} 的模型。</translation>
    </message>
    <message>
        <source>There is no model of type {model_type}.</source>
        <translation>没有类型为 {model_type} 的模型。</translation>
    </message>
    <message>
        <source>There is no model on this computer yet.</source>
        <translation>这台电脑上还没有模型。</translation>
    </message>
    <message>
        <source>There is no model {name} on this computer, in the catalogue or in your swarm.</source>
        <translation>这台电脑上、目录中或你的集群中都没有模型 {name}。</translation>
    </message>
    <message>
        <source>There is no setting named {unknown}.</source>
        <translation>没有名为 {unknown} 的设置。</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>还没有。</translation>
    </message>
    <message>
        <source>There is not enough memory for these layers.</source>
        <translation>内存不足以容纳这些层。</translation>
    </message>
    <message>
        <source>There is nothing to answer.</source>
        <translation>没有可回答的内容。</translation>
    </message>
    <message>
        <source>There is nothing to show as a QR code.</source>
        <translation>没有可显示为二维码的内容。</translation>
    </message>
    <message>
        <source>This account has no home folder.</source>
        <translation>此帐户没有主文件夹。</translation>
    </message>
    <message>
        <source>This answer cannot go on any more.</source>
        <translation>这个回答无法再继续。</translation>
    </message>
    <message>
        <source>This build names no place where new versions are published.</source>
        <translation>此程序没有注明新版本的发布位置。</translation>
    </message>
    <message>
        <source>This chat is gone.</source>
        <translation>此聊天已不在。</translation>
    </message>
    <message>
        <source>This computer cannot help with this model: its disk has no room for one layer, within the disk limit.</source>
        <translation>这台电脑无法协助运行此模型：在磁盘上限之内，磁盘连一层也放不下。</translation>
    </message>
    <message>
        <source>This computer cannot help with this model: one layer takes {least}, and it has {max} for layers.</source>
        <translation>这台电脑无法协助运行此模型：一层需要 {least}，而可用于层的是 {max}。</translation>
    </message>
    <message>
        <source>This computer cannot help with this model: the layers that must stay together do not fit into its {max} for layers.</source>
        <translation>这台电脑无法协助运行此模型：必须放在一起的层，在可用于层的 {max} 中放不下。</translation>
    </message>
    <message>
        <source>This computer cannot tell how busy it is, so that holds nothing back.</source>
        <translation>这台电脑无法得知自己有多忙，因此这一点不阻止共享。</translation>
    </message>
    <message>
        <source>This computer cannot tell how much memory it has.</source>
        <translation>这台电脑无法得知自己有多少内存。</translation>
    </message>
    <message>
        <source>This computer cannot tell whether it is plugged in, so that holds nothing back.</source>
        <translation>这台电脑无法得知是否接通电源，因此这一点不阻止共享。</translation>
    </message>
    <message>
        <source>This computer cannot tell whether its network is metered: that holds nothing back.</source>
        <translation>这台电脑无法得知网络是否按流量计费：这一点不阻止共享。</translation>
    </message>
    <message>
        <source>This computer cannot tell whether you use it, so that holds nothing back.</source>
        <translation>这台电脑无法得知你是否在使用它，因此这一点不阻止共享。</translation>
    </message>
    <message>
        <source>This computer computes layers {span} of {name} differently from {value}: {wrong}.</source>
        <translation>这台电脑计算 {name} 的层 {span} 的结果与 {value} 不同：{wrong}。</translation>
    </message>
    <message>
        <source>This computer does not hold {missing} of {name}.</source>
        <translation>这台电脑没有 {name} 的 {missing}。</translation>
    </message>
    <message>
        <source>This computer does not share, so there is nothing to resume.</source>
        <translation>这台计算机没有共享，因此没有可恢复的内容。</translation>
    </message>
    <message>
        <source>This computer has shared, or was asked to.</source>
        <translation>这台电脑共享过，或曾被要求共享。</translation>
    </message>
    <message>
        <source>This computer is on no network. Chats use it alone until it is.</source>
        <translation>这台电脑没有连上网络。连上之前，聊天只使用这台电脑。</translation>
    </message>
    <message>
        <source>This computer is plugged in.</source>
        <translation>这台电脑已接通电源。</translation>
    </message>
    <message>
        <source>This computer serves these layers of {name}.</source>
        <translation>这台电脑提供 {name} 的这些层。</translation>
    </message>
    <message>
        <source>This computer serves {name} now.</source>
        <translation>这台电脑现在提供 {name}。</translation>
    </message>
    <message>
        <source>This computer's key cannot be read or written: {value}.</source>
        <translation>无法读取或写入这台电脑的密钥：{value}。</translation>
    </message>
    <message>
        <source>This computer's node</source>
        <translation>这台电脑的节点</translation>
    </message>
    <message>
        <source>This computer's node did not answer within {deadline_s} s.</source>
        <translation>这台电脑的节点没有在 {deadline_s} 秒内应答。</translation>
    </message>
    <message>
        <source>This computer's node is off: nobody needs to reach it.</source>
        <translation>这台电脑的节点已关闭：没有人需要访问它。</translation>
    </message>
    <message>
        <source>This computer's node sent a reply that is too long.</source>
        <translation>这台电脑的节点发送的应答太长。</translation>
    </message>
    <message>
        <source>This computer's own node is off.</source>
        <translation>这台电脑自己的节点已关闭。</translation>
    </message>
    <message>
        <source>This file holds no chats that Meshnet has saved.</source>
        <translation>此文件中没有 Meshnet 保存的聊天。</translation>
    </message>
    <message>
        <source>This file is of a newer version of Meshnet.</source>
        <translation>此文件来自更新版本的 Meshnet。</translation>
    </message>
    <message>
        <source>This file is too large: more than {value} MB.</source>
        <translation>此文件太大：超过 {value} MB。</translation>
    </message>
    <message>
        <source>This invite is damaged or not complete.</source>
        <translation>此邀请已损坏或不完整。</translation>
    </message>
    <message>
        <source>This invite is damaged.</source>
        <translation>此邀请已损坏。</translation>
    </message>
    <message>
        <source>This invite is damaged: it holds characters that none has.</source>
        <translation>此邀请已损坏：其中有邀请不会含有的字符。</translation>
    </message>
    <message>
        <source>This invite was made by a newer version of Meshnet.</source>
        <translation>此邀请由更新版本的 Meshnet 生成。</translation>
    </message>
    <message>
        <source>This is no invite to a swarm.</source>
        <translation>这不是集群的邀请。</translation>
    </message>
    <message>
        <source>This is this computer's own node.</source>
        <translation>这是这台电脑自己的节点。</translation>
    </message>
    <message>
        <source>This is too long for an invite.</source>
        <translation>这对邀请来说太长了。</translation>
    </message>
    <message>
        <source>This is what the computer serves above all.</source>
        <translation>这是这台电脑首先提供的内容。</translation>
    </message>
    <message>
        <source>This message belongs to another chat.</source>
        <translation>这条消息属于另一个聊天。</translation>
    </message>
    <message>
        <source>This model cannot be cut at layer {end}: layers behind it share what earlier ones compute.</source>
        <translation>此模型不能在层 {end} 处拆分：后面的层要共用前面的层的计算结果。</translation>
    </message>
    <message>
        <source>This model has no chat template; the conversation was sent as plain text.</source>
        <translation>此模型没有聊天模板；对话已作为纯文本发送。</translation>
    </message>
    <message>
        <source>This model reads in both directions and cannot write.</source>
        <translation>此模型双向阅读，不能生成文字。</translation>
    </message>
    <message>
        <source>This model says nowhere how its answers end, so they cannot be held to a form.</source>
        <translation>此模型没有说明回答如何结束，因此无法限定回答的格式。</translation>
    </message>
    <message>
        <source>This model's tokenizer cannot be used to hold answers to a form.</source>
        <translation>此模型的分词器不能用于限定回答的格式。</translation>
    </message>
    <message>
        <source>This network is not paid by volume.</source>
        <translation>此网络不按流量计费。</translation>
    </message>
    <message>
        <source>This node holds 1 shard at most, and none of them is idle and could make room.</source>
        <translation>此节点最多持有 1 个分片，而且没有空闲的可以让出空间。</translation>
    </message>
    <message>
        <source>This node holds {max_shards} shards at most, and none of them is idle and could make room.</source>
        <translation>此节点最多持有 {max_shards} 个分片，而且没有空闲的可以让出空间。</translation>
    </message>
    <message>
        <source>This program cannot hold an answer to a form.</source>
        <translation>此程序无法限定回答的格式。</translation>
    </message>
    <message>
        <source>This question was not answered.</source>
        <translation>这个问题没有得到回答。</translation>
    </message>
    <message>
        <source>This text is too long to be kept: more than {value} million characters.</source>
        <translation>这段文字太长，无法保存：超过 {value} 百万个字符。</translation>
    </message>
    <message>
        <source>This variant cannot be imported from GGUF; try a folder with safetensors files.</source>
        <translation>这种变体不能从 GGUF 导入；请试试带有 safetensors 文件的文件夹。</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Try again in a few seconds, or stop one first.</source>
        <translation>请几秒后重试，或先停止一个。</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>请过一会儿重试。</translation>
    </message>
    <message>
        <source>Try again in {wait_s} seconds.</source>
        <translation>请在 {wait_s} 秒后重试。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请以后重试。</translation>
    </message>
    <message>
        <source>Try again when the hub can be reached.</source>
        <translation>请在能连接到模型站时重试。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>Try another runner, precision or device.</source>
        <translation>请试试其他运行方式、精度或设备。</translation>
    </message>
    <message>
        <source>Uncertified model types</source>
        <translation>未经认证的模型类型</translation>
    </message>
    <message>
        <source>Unset it and start again.</source>
        <translation>请取消此设置，然后重新启动。</translation>
    </message>
    <message>
        <source>Unset that variable and start again, or take the layers from members of your swarm.</source>
        <translation>请取消设置该变量并重新启动，或从集群成员获取层。</translation>
    </message>
    <message>
        <source>Update Meshnet, or import the model again.</source>
        <translation>请更新 Meshnet，或重新导入该模型。</translation>
    </message>
    <message>
        <source>Update Meshnet, then try again.</source>
        <translation>请更新 Meshnet，然后重试。</translation>
    </message>
    <message>
        <source>Upload rate</source>
        <translation>上传速率</translation>
    </message>
    <message>
        <source>Use 127.0.0.1, or an address it has.</source>
        <translation>请使用 127.0.0.1，或它拥有的地址。</translation>
    </message>
    <message>
        <source>Use another mirror.</source>
        <translation>请使用另一个镜像。</translation>
    </message>
    <message>
        <source>Use up to {max_name_chars} lower-case letters, digits, dots, dashes and underscores.</source>
        <translation>请使用最多 {max_name_chars} 个小写字母、数字、点、连字符和下划线。</translation>
    </message>
    <message>
        <source>Wait for programs</source>
        <translation>等待程序</translation>
    </message>
    <message>
        <source>Wait until a member that has it shares, or import it from a file.</source>
        <translation>请等到拥有它的成员开始共享，或从文件导入。</translation>
    </message>
    <message>
        <source>Wait while other programs are busy</source>
        <translation>其他程序繁忙时等待</translation>
    </message>
    <message>
        <source>Wait while other programs use more than this much of the processor; 0: no matter how much.</source>
        <translation>其他程序占用的处理器超过此值时等待；0：不论占用多少。</translation>
    </message>
    <message>
        <source>Waiting for other computers, which are getting their layers ready...</source>
        <translation>正在等待其他电脑，它们正在准备层…</translation>
    </message>
    <message>
        <source>Waiting for your schedule: shares from {clock} on.</source>
        <translation>正在等待你的时间表：{clock} 起共享。</translation>
    </message>
    <message>
        <source>Waiting for your schedule: shares from {name}, {clock} on.</source>
        <translation>正在等待你的时间表：{name} {clock} 起共享。</translation>
    </message>
    <message>
        <source>Waiting while {named} run.</source>
        <translation>{named} 运行期间等待。</translation>
    </message>
    <message>
        <source>Waiting while {named} runs.</source>
        <translation>{named} 运行期间等待。</translation>
    </message>
    <message>
        <source>Waiting: other programs use {busy} % of the processor; shares below {most} %.</source>
        <translation>正在等待：其他程序占用 {busy} % 的处理器；低于 {most} % 时共享。</translation>
    </message>
    <message>
        <source>Waiting: this computer runs on battery.</source>
        <translation>正在等待：这台电脑正在使用电池。</translation>
    </message>
    <message>
        <source>Waiting: this network is paid by volume.</source>
        <translation>正在等待：此网络按流量计费。</translation>
    </message>
    <message>
        <source>Waiting: you are using this computer; shares after {after} without use.</source>
        <translation>正在等待：你正在使用这台电脑；{after}无人使用后共享。</translation>
    </message>
    <message>
        <source>Waiting: you used this computer {ago} ago; shares after {after} without use.</source>
        <translation>正在等待：你在 {ago}前用过这台电脑；{after}无人使用后共享。</translation>
    </message>
    <message>
        <source>Weights stored as {name} cannot be imported.</source>
        <translation>以 {name} 存储的权重不能导入。</translation>
    </message>
    <message>
        <source>What computes: a GPU where there is one, else the processor.</source>
        <translation>用什么计算：有 GPU 就用 GPU，否则用处理器。</translation>
    </message>
    <message>
        <source>What computes: the lean path where it is faster, or one of them.</source>
        <translation>怎样计算：精简路径更快时用它，或固定用其中一种。</translation>
    </message>
    <message>
        <source>What happens when a chat grows beyond the model's context: say so, or leave turns out.</source>
        <translation>聊天超出模型的上下文时怎么办：提示你，或省略部分轮次。</translation>
    </message>
    <message>
        <source>What has come is kept; try again.</source>
        <translation>已获取的会保留；请重试。</translation>
    </message>
    <message>
        <source>What is computed in: float32 unless 16 bit is clearly quicker here.</source>
        <translation>用什么精度计算：float32，除非 16 位在这里明显更快。</translation>
    </message>
    <message>
        <source>What is not proven was removed; get it again.</source>
        <translation>未经证实的部分已移除；请重新获取。</translation>
    </message>
    <message>
        <source>What is said of new versions is far longer than it should be.</source>
        <translation>关于新版本的答复远比应有的长。</translation>
    </message>
    <message>
        <source>What is said of new versions where they are published makes no sense.</source>
        <translation>关于新版本的答复没有意义。</translation>
    </message>
    <message>
        <source>What members hand out is not {repository} as its identity says.</source>
        <translation>成员转交的不是其身份所写的 {repository}。</translation>
    </message>
    <message>
        <source>What others see this computer as; empty takes its own name.</source>
        <translation>其他人看到的这台电脑的名称；留空则用它自己的名称。</translation>
    </message>
    <message>
        <source>What routes are best at: one answer's speed, or many answers at once.</source>
        <translation>路由优先考虑什么：单个回答的速度，或同时给出多个回答。</translation>
    </message>
    <message>
        <source>What the model is told before each conversation.</source>
        <translation>每次对话开始前告诉模型的内容。</translation>
    </message>
    <message>
        <source>What was fetched of {model} is another thing each time.</source>
        <translation>每次获取到的 {model} 的内容都不一样。</translation>
    </message>
    <message>
        <source>When a chat is too long</source>
        <translation>聊天过长时</translation>
    </message>
    <message>
        <source>When a pause for a time ends, in seconds since 1970; 0: there is none.</source>
        <translation>限时暂停的结束时间，以 1970 年起的秒数表示；0：没有暂停。</translation>
    </message>
    <message>
        <source>When to share, like mon-fri 22:00-07:00; nothing: at all times.</source>
        <translation>何时共享，例如 mon-fri 22:00-07:00；留空：任何时间。</translation>
    </message>
    <message>
        <source>Where chats run</source>
        <translation>聊天在哪里运行</translation>
    </message>
    <message>
        <source>Where chats run: on this computer alone where the model fits, split over the swarm, or one of them.</source>
        <translation>聊天在哪里运行：模型放得下时只在这台电脑上，分布在集群上，或固定其中一种。</translation>
    </message>
    <message>
        <source>Who is asked for new versions sends us in circles.</source>
        <translation>查询新版本时被反复重定向。</translation>
    </message>
    <message>
        <source>Who is asked for new versions sends us to an address without encryption.</source>
        <translation>查询新版本时被指向一个未加密的地址。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>With the {memory} of memory that it may use, this computer would run layers {span}.</source>
        <translation>在可用的 {memory} 内存中，这台电脑会运行层 {span}。</translation>
    </message>
    <message>
        <source>With weights in {words} session caches are kept as computed.</source>
        <translation>使用{words}权重时，会话缓存按计算精度保存。</translation>
    </message>
    <message>
        <source>With {peers} more computer like yours.</source>
        <translation>再加 {peers} 台和你这样的电脑。</translation>
    </message>
    <message>
        <source>With {peers} more computers like yours.</source>
        <translation>再加 {peers} 台和你这样的电脑。</translation>
    </message>
    <message>
        <source>Write a message.</source>
        <translation>请写一条消息。</translation>
    </message>
    <message>
        <source>Writing to the disk failed: {value}.</source>
        <translation>写入磁盘失败：{value}。</translation>
    </message>
    <message>
        <source>You are in a swarm called {name} already.</source>
        <translation>你已在名为“{name}”的集群中。</translation>
    </message>
    <message>
        <source>You are in no swarm called {name}.</source>
        <translation>你不在名为“{name}”的集群中。</translation>
    </message>
    <message>
        <source>You are in {max_swarms} swarms already.</source>
        <translation>你已在 {max_swarms} 个集群中。</translation>
    </message>
    <message>
        <source>You used this computer {ago} ago.</source>
        <translation>你在 {ago}前用过这台电脑。</translation>
    </message>
    <message>
        <source>Your account at the hub may not read {what} yet.</source>
        <translation>你在模型站的账号还不能读取 {what}。</translation>
    </message>
    <message>
        <source>Your last good settings are used.</source>
        <translation>使用你上次正常的设置。</translation>
    </message>
    <message>
        <source>Your schedule allows sharing until {clock}.</source>
        <translation>你的时间表允许共享到 {clock}。</translation>
    </message>
    <message>
        <source>Your schedule allows sharing until {name}, {clock}.</source>
        <translation>你的时间表允许共享到 {name} {clock}。</translation>
    </message>
    <message>
        <source>Your swarm has room for it.</source>
        <translation>你的集群有足够的空间容纳它。</translation>
    </message>
    <message>
        <source>Your swarm serves {name}: chats use it.</source>
        <translation>你的集群提供 {name}：聊天使用它。</translation>
    </message>
    <message>
        <source>Yours are: {names}.</source>
        <translation>你所在的集群：{names}。</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>a digest is none</source>
        <translation>有一个摘要无效</translation>
    </message>
    <message>
        <source>a file is named twice</source>
        <translation>有一个文件出现两次</translation>
    </message>
    <message>
        <source>a file's name is none</source>
        <translation>有一个文件的名称无效</translation>
    </message>
    <message>
        <source>a folder that is no model any more</source>
        <translation>不再是模型的文件夹</translation>
    </message>
    <message>
        <source>a list is missing or too long</source>
        <translation>有一个列表缺失或太长</translation>
    </message>
    <message>
        <source>a message has no id of its own</source>
        <translation>有一条消息没有自己的 ID</translation>
    </message>
    <message>
        <source>a message has no list of attachments, or too long a one</source>
        <translation>有一条消息没有附件列表，或列表太长</translation>
    </message>
    <message>
        <source>a message is neither a question nor an answer</source>
        <translation>有一条消息既不是问题也不是回答</translation>
    </message>
    <message>
        <source>a model that was not added to its end</source>
        <translation>未完整添加的模型</translation>
    </message>
    <message>
        <source>a model that was removed</source>
        <translation>已移除的模型</translation>
    </message>
    <message>
        <source>a name is empty</source>
        <translation>有名称为空</translation>
    </message>
    <message>
        <source>a tensor is named twice</source>
        <translation>有一个张量出现两次</translation>
    </message>
    <message>
        <source>a text in it is not UTF-8</source>
        <translation>其中有一段文字不是 UTF-8</translation>
    </message>
    <message>
        <source>a token comes twice</source>
        <translation>有一个词元出现两次</translation>
    </message>
    <message>
        <source>a token id is outside the vocabulary of {vocab_size}</source>
        <translation>有词元编号超出了大小为 {vocab_size} 的词表</translation>
    </message>
    <message>
        <source>a token is implausibly long</source>
        <translation>有一个词元长得不合理</translation>
    </message>
    <message>
        <source>an attachment is none</source>
        <translation>有一个附件不是有效的附件</translation>
    </message>
    <message>
        <source>an import that did not end</source>
        <translation>未完成的导入</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>另一个模型</translation>
    </message>
    <message>
        <source>another revision or precision of it</source>
        <translation>它的另一个修订版本或精度</translation>
    </message>
    <message>
        <source>another step of this session is being computed</source>
        <translation>正在计算此会话的另一步</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按原样</translation>
    </message>
    <message>
        <source>asking the hub for {repository}</source>
        <translation>正在向模型站查询 {repository}</translation>
    </message>
    <message>
        <source>at most {max_verify_positions} positions can be verified in one step</source>
        <translation>一步最多可验证 {max_verify_positions} 个位置</translation>
    </message>
    <message>
        <source>caching is switched off here</source>
        <translation>这里关闭了缓存</translation>
    </message>
    <message>
        <source>checked {name}</source>
        <translation>已检查 {name}</translation>
    </message>
    <message>
        <source>checking {name}</source>
        <translation>正在检查 {name}</translation>
    </message>
    <message>
        <source>comparing samples with the hub</source>
        <translation>正在与模型站比对样本</translation>
    </message>
    <message>
        <source>computing a first token</source>
        <translation>正在计算第一个词元</translation>
    </message>
    <message>
        <source>converting the weights of {name}</source>
        <translation>正在转换 {name} 的权重</translation>
    </message>
    <message>
        <source>copying {name}</source>
        <translation>正在复制 {name}</translation>
    </message>
    <message>
        <source>downloading the starter model ({download_bytes})</source>
        <translation>正在下载入门模型（{download_bytes}）</translation>
    </message>
    <message>
        <source>every session here is in use; try again in a few seconds</source>
        <translation>这里的所有会话都在使用中；请几秒后再试</translation>
    </message>
    <message>
        <source>imported {name}</source>
        <translation>已导入 {name}</translation>
    </message>
    <message>
        <source>importing the starter model</source>
        <translation>正在导入入门模型</translation>
    </message>
    <message>
        <source>in 16 bit</source>
        <translation>以 16 位</translation>
    </message>
    <message>
        <source>in 4 bit</source>
        <translation>以 4 位</translation>
    </message>
    <message>
        <source>in 8 bit</source>
        <translation>以 8 位</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>it ends before the tensor {name} does</source>
        <translation>它在张量 {name} 结束之前就结束了</translation>
    </message>
    <message>
        <source>it ends inside its header</source>
        <translation>它在文件头中间就结束了</translation>
    </message>
    <message>
        <source>it has a sliding window, as Olmo 3 has</source>
        <translation>它有 Olmo 3 那样的滑动窗口</translation>
    </message>
    <message>
        <source>it has both a sliding window and biases</source>
        <translation>它既有滑动窗口又有偏置</translation>
    </message>
    <message>
        <source>it has no list of messages, or too long a one</source>
        <translation>它没有消息列表，或列表太长</translation>
    </message>
    <message>
        <source>it has {tokens} tokens for an embedding of {vocab_size}</source>
        <translation>它有 {tokens} 个词元，而嵌入的大小为 {vocab_size}</translation>
    </message>
    <message>
        <source>it holds a value of the unknown kind {kind}</source>
        <translation>它包含未知类型 {kind} 的值</translation>
    </message>
    <message>
        <source>it holds no settings</source>
        <translation>其中没有设置</translation>
    </message>
    <message>
        <source>it is a list of texts</source>
        <translation>应为文字列表</translation>
    </message>
    <message>
        <source>it is a number</source>
        <translation>应为数字</translation>
    </message>
    <message>
        <source>it is a pipe</source>
        <translation>它是管道</translation>
    </message>
    <message>
        <source>it is a text</source>
        <translation>应为文字</translation>
    </message>
    <message>
        <source>it is a whole number</source>
        <translation>应为整数</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>是空的</translation>
    </message>
    <message>
        <source>it is far too large</source>
        <translation>它太大了</translation>
    </message>
    <message>
        <source>it is longer than {limits} characters</source>
        <translation>超过 {limits} 个字符</translation>
    </message>
    <message>
        <source>it is missing or cannot be read</source>
        <translation>它缺失或无法读取</translation>
    </message>
    <message>
        <source>it is no chat</source>
        <translation>这不是聊天</translation>
    </message>
    <message>
        <source>it is not a member of this swarm, or we are none of its</source>
        <translation>它不是此集群的成员，或者我们不是它所在集群的成员</translation>
    </message>
    <message>
        <source>it is not an address like https://host</source>
        <translation>不是 https://host 这样的地址</translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation>不是有效的 JSON</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>它来自另一个版本</translation>
    </message>
    <message>
        <source>it is on or off</source>
        <translation>应为开或关</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>it left</source>
        <translation>它已离开</translation>
    </message>
    <message>
        <source>it merges pieces that are not tokens</source>
        <translation>它合并的片段不是词元</translation>
    </message>
    <message>
        <source>it scales its rotary embedding by factors of its own</source>
        <translation>它用自己的系数缩放旋转位置嵌入</translation>
    </message>
    <message>
        <source>it scales its rotary embedding in the way {kind}</source>
        <translation>它以 {kind} 的方式缩放旋转位置嵌入</translation>
    </message>
    <message>
        <source>its alignment is not plausible</source>
        <translation>它的对齐方式不合理</translation>
    </message>
    <message>
        <source>its attention heads have an unusual size</source>
        <translation>它的注意力头大小异常</translation>
    </message>
    <message>
        <source>its attention is of an unusual kind</source>
        <translation>它的注意力类型异常</translation>
    </message>
    <message>
        <source>its first or last token has a name that cannot be</source>
        <translation>它的首个或末尾词元的名称不可能存在</translation>
    </message>
    <message>
        <source>its rotary embedding covers a part of each attention head only</source>
        <translation>它的旋转位置嵌入只覆盖每个注意力头的一部分</translation>
    </message>
    <message>
        <source>its rotary scaling sets yarn_log_multiplier</source>
        <translation>它的旋转缩放设置了 yarn_log_multiplier</translation>
    </message>
    <message>
        <source>its rotary scaling sets {key}</source>
        <translation>它的旋转缩放设置了 {key}</translation>
    </message>
    <message>
        <source>its {name} are none</source>
        <translation>它的 {name} 无效</translation>
    </message>
    <message>
        <source>its {name} are too long</source>
        <translation>它的 {name} 太长</translation>
    </message>
    <message>
        <source>its {name} cannot be kept</source>
        <translation>它的 {name} 无法保存</translation>
    </message>
    <message>
        <source>its {name} is no text</source>
        <translation>它的 {name} 不是文字</translation>
    </message>
    <message>
        <source>its {name} is no time</source>
        <translation>它的 {name} 不是时间</translation>
    </message>
    <message>
        <source>its {name} is too long</source>
        <translation>它的 {name} 太长</translation>
    </message>
    <message>
        <source>layers {span} are about to leave this node, which takes no new session for them</source>
        <translation>层 {span} 即将离开此节点，它不再为这些层接受新会话</translation>
    </message>
    <message>
        <source>layers {span} are being loaded</source>
        <translation>正在加载层 {span}</translation>
    </message>
    <message>
        <source>layers {start_layer}-{end_layer} are not all here: this node has {spans}</source>
        <translation>层 {start_layer}-{end_layer} 不全在这里：此节点有 {spans}</translation>
    </message>
    <message>
        <source>layers {start}-{end} are not all here: this node has {own}</source>
        <translation>层 {start}-{end} 不全在这里：此节点有 {own}</translation>
    </message>
    <message>
        <source>making the {words} weights of {pieces}, once</source>
        <translation>正在制作{pieces}的 {words} 权重，只需一次</translation>
    </message>
    <message>
        <source>making the {words} weights, once</source>
        <translation>正在制作 {words} 权重，只需一次</translation>
    </message>
    <message>
        <source>more than 64 names</source>
        <translation>名称超过 64 个</translation>
    </message>
    <message>
        <source>more than 64 peers</source>
        <translation>超过 64 个节点</translation>
    </message>
    <message>
        <source>more than {max_loaded_shards} shards</source>
        <translation>超过 {max_loaded_shards} 个分片</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>no relay answers</source>
        <translation>没有中继应答</translation>
    </message>
    <message>
        <source>no room</source>
        <translation>没有空间</translation>
    </message>
    <message>
        <source>no way to this node</source>
        <translation>无法到达此节点</translation>
    </message>
    <message>
        <source>none of its {direct} addresses answers, nor a relay</source>
        <translation>它的 {direct} 个地址都没有应答，中继也没有</translation>
    </message>
    <message>
        <source>none of the allowed tokens is in the vocabulary</source>
        <translation>允许的词元都不在词表中</translation>
    </message>
    <message>
        <source>not a node id</source>
        <translation>不是节点 ID</translation>
    </message>
    <message>
        <source>not an address</source>
        <translation>不是地址</translation>
    </message>
    <message>
        <source>not every token has a score</source>
        <translation>并非每个词元都有分数</translation>
    </message>
    <message>
        <source>not every token has a type</source>
        <translation>并非每个词元都有类型</translation>
    </message>
    <message>
        <source>not in its swarm</source>
        <translation>不在它的集群中</translation>
    </message>
    <message>
        <source>one answered with tokens and the other with hidden states</source>
        <translation>一个以词元作答，另一个以隐藏状态作答</translation>
    </message>
    <message>
        <source>pip did not deliver the starter model.</source>
        <translation>pip 没有提供入门模型。</translation>
    </message>
    <message>
        <source>reading the weights</source>
        <translation>正在读取权重</translation>
    </message>
    <message>
        <source>reading what the files of {name} hold</source>
        <translation>正在读取 {name} 的文件内容</translation>
    </message>
    <message>
        <source>the batch must be 1 and hold at least one position</source>
        <translation>批大小必须为 1，且至少有一个位置</translation>
    </message>
    <message>
        <source>the body came slower than {value} kB/s</source>
        <translation>数据传来的速度低于 {value} kB/s</translation>
    </message>
    <message>
        <source>the body claims {claimed} bytes; this model takes at most {most}</source>
        <translation>数据声称有 {claimed} 字节；此模型最多接受 {most}</translation>
    </message>
    <message>
        <source>the body is larger than {most} bytes, the most that this model takes</source>
        <translation>数据超过 {most} 字节，即此模型接受的上限</translation>
    </message>
    <message>
        <source>the call raised {error}</source>
        <translation>调用引发了 {error}</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>连接丢失</translation>
    </message>
    <message>
        <source>the content length is not a number</source>
        <translation>内容长度不是数字</translation>
    </message>
    <message>
        <source>the embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>the hidden size is {shape} where this model has {hidden_size}</source>
        <translation>隐藏维度为 {shape}，而此模型为 {hidden_size}</translation>
    </message>
    <message>
        <source>the hidden states hold values that are not finite</source>
        <translation>隐藏状态中有非有限的数值</translation>
    </message>
    <message>
        <source>the key {key} comes twice</source>
        <translation>键 {key} 出现两次</translation>
    </message>
    <message>
        <source>the layers answer in an unknown form</source>
        <translation>这些层的应答形式未知</translation>
    </message>
    <message>
        <source>the memory for session caches is full here</source>
        <translation>这里用于会话缓存的内存已满</translation>
    </message>
    <message>
        <source>the past length must be what is left after cropping</source>
        <translation>已有长度必须等于裁剪后剩下的长度</translation>
    </message>
    <message>
        <source>the shapes differ</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>the swarm was left</source>
        <translation>已离开集群</translation>
    </message>
    <message>
        <source>the tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <source>the tensor {name} comes twice</source>
        <translation>张量 {name} 出现两次</translation>
    </message>
    <message>
        <source>the tensor {name} does not lie where its shape says</source>
        <translation>张量 {name} 不在其形状所示的位置</translation>
    </message>
    <message>
        <source>the tensor {name} has an impossible shape</source>
        <translation>张量 {name} 的形状不可能存在</translation>
    </message>
    <message>
        <source>the tensor {name} has {num_dimensions} dimensions</source>
        <translation>张量 {name} 有 {num_dimensions} 个维度</translation>
    </message>
    <message>
        <source>the tensor {name} lies nowhere</source>
        <translation>张量 {name} 不在任何位置</translation>
    </message>
    <message>
        <source>the tensors do not fill {name}</source>
        <translation>这些张量没有填满 {name}</translation>
    </message>
    <message>
        <source>the tunnels are closed</source>
        <translation>隧道已关闭</translation>
    </message>
    <message>
        <source>the values differ</source>
        <translation>数值不同</translation>
    </message>
    <message>
        <source>the values differ by {value}</source>
        <translation>数值相差 {value}</translation>
    </message>
    <message>
        <source>the {role} token {index} does not exist</source>
        <translation>{role} 词元 {index} 不存在</translation>
    </message>
    <message>
        <source>there are more than {max_entries} entries</source>
        <translation>条目超过 {max_entries} 个</translation>
    </message>
    <message>
        <source>there is no display</source>
        <translation>没有显示器</translation>
    </message>
    <message>
        <source>there is no time at all at which to share: choose an hour, or pause sharing</source>
        <translation>没有任何可共享的时间：请选择一个小时，或暂停共享</translation>
    </message>
    <message>
        <source>there is not enough memory for this step here</source>
        <translation>这里没有足够的内存进行这一步</translation>
    </message>
    <message>
        <source>this computer is in no swarm</source>
        <translation>这台电脑不在任何集群中</translation>
    </message>
    <message>
        <source>this model needs token ids of its vocabulary beside the hidden states on every hop</source>
        <translation>此模型在每一跳除隐藏状态外还需要其词表的词元编号</translation>
    </message>
    <message>
        <source>this node already hands weights to {most} requests</source>
        <translation>此节点已在为 {most} 个请求转交权重</translation>
    </message>
    <message>
        <source>this node already hands weights to {per_member} requests of this member</source>
        <translation>此节点已在为该成员的 {per_member} 个请求转交权重</translation>
    </message>
    <message>
        <source>this node already has {max_per_client} requests of this client waiting</source>
        <translation>此节点已有该客户端的 {max_per_client} 个请求在等待</translation>
    </message>
    <message>
        <source>this node already has {max_requests} requests waiting</source>
        <translation>此节点已有 {max_requests} 个请求在等待</translation>
    </message>
    <message>
        <source>this node is stopping</source>
        <translation>此节点正在停止</translation>
    </message>
    <message>
        <source>this node serves {identity}</source>
        <translation>此节点提供 {identity}</translation>
    </message>
    <message>
        <source>this node serves {value}</source>
        <translation>此节点提供 {value}</translation>
    </message>
    <message>
        <source>this session belongs to another client</source>
        <translation>此会话属于另一个客户端</translation>
    </message>
    <message>
        <source>this session holds layers {span}, not {span2}</source>
        <translation>此会话持有层 {span}，而不是 {span2}</translation>
    </message>
    <message>
        <source>this session holds {num_tokens} tokens, not {past_len}</source>
        <translation>此会话有 {num_tokens} 个词元，而不是 {past_len}</translation>
    </message>
    <message>
        <source>this session is not held here</source>
        <translation>这里没有此会话</translation>
    </message>
    <message>
        <source>token ids are for layer 0; this request starts at layer {start}</source>
        <translation>词元编号用于层 0；此请求从层 {start} 开始</translation>
    </message>
    <message>
        <source>too many tunnels</source>
        <translation>隧道过多</translation>
    </message>
    <message>
        <source>waiting for another fetch of {name} to end</source>
        <translation>正在等待 {name} 的另一次获取结束</translation>
    </message>
    <message>
        <source>waiting for another import to finish</source>
        <translation>正在等待另一次导入完成</translation>
    </message>
    <message>
        <source>{address} (layers {span})</source>
        <translation>{address}（层 {span}）</translation>
    </message>
    <message>
        <source>{address} is not encrypted: whoever is on the way could read and change the chat.</source>
        <translation>{address} 没有加密：途中的任何人都可能读取和更改聊天。</translation>
    </message>
    <message>
        <source>{bad} of its tensors are not what the hub has.</source>
        <translation>它的 {bad} 个张量与模型站上的不同。</translation>
    </message>
    <message>
        <source>{direct} It passes on traffic for those who cannot be reached, and invites can name it.</source>
        <translation>{direct} 它为无法被访问的电脑转发流量，邀请中可以写上它。</translation>
    </message>
    <message>
        <source>{direct} With TCP port {swarm_port} open as well it could pass on traffic for those who cannot.</source>
        <translation>{direct} 如果 TCP 端口 {swarm_port} 也开放，它就能为无法被访问的电脑转发流量。</translation>
    </message>
    <message>
        <source>{entry} begins at 24:00: take 00:00 of the next day</source>
        <translation>{entry} 从 24:00 开始：请用第二天的 00:00</translation>
    </message>
    <message>
        <source>{entry} goes on after its times</source>
        <translation>{entry} 在时间之后还有内容</translation>
    </message>
    <message>
        <source>{entry} has a time that no clock shows</source>
        <translation>{entry} 中有不存在的时间</translation>
    </message>
    <message>
        <source>{entry} is nothing like mon-fri 22:00-07:00</source>
        <translation>{entry} 的格式不像 mon-fri 22:00-07:00</translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation>无法读取 {file}。</translation>
    </message>
    <message>
        <source>{hop} answered a token that may not come here.</source>
        <translation>{hop} 给出了此处不允许出现的词元。</translation>
    </message>
    <message>
        <source>{hop} answered a token that the model does not have.</source>
        <translation>{hop} 给出了模型没有的词元。</translation>
    </message>
    <message>
        <source>{hop} does not answer; waiting for it or somebody else to come.</source>
        <translation>{hop} 没有应答；正在等待它或其他电脑出现。</translation>
    </message>
    <message>
        <source>{hop} does not say how likely its tokens are.</source>
        <translation>{hop} 没有说明其词元的概率。</translation>
    </message>
    <message>
        <source>{hop} is busy.</source>
        <translation>{hop} 正忙。</translation>
    </message>
    <message>
        <source>{hop} is busy; waiting for it.</source>
        <translation>{hop} 正忙；正在等待它。</translation>
    </message>
    <message>
        <source>{hop} is leaving.</source>
        <translation>{hop} 正在离开。</translation>
    </message>
    <message>
        <source>{hop} keeps losing its session cache.</source>
        <translation>{hop} 一再丢失会话缓存。</translation>
    </message>
    <message>
        <source>{hop} keeps no session cache.</source>
        <translation>{hop} 不保留会话缓存。</translation>
    </message>
    <message>
        <source>{hop} left.</source>
        <translation>{hop} 离开了。</translation>
    </message>
    <message>
        <source>{hop} left: {text}</source>
        <translation>{hop} 离开了：{text}</translation>
    </message>
    <message>
        <source>{hop} lost a session cache ({reason}); its part is computed again.</source>
        <translation>{hop} 丢失了一个会话缓存（{reason}）；正在重新计算它的部分。</translation>
    </message>
    <message>
        <source>{hop} lost its session cache {max_misses} times in a row.</source>
        <translation>{hop} 连续 {max_misses} 次丢失会话缓存。</translation>
    </message>
    <message>
        <source>{hop} missed a session cache that it was not asked for.</source>
        <translation>{hop} 报告缺少一个并未向它要求的会话缓存。</translation>
    </message>
    <message>
        <source>{hop} refused the step: {reason}.</source>
        <translation>{hop} 拒绝了这一步：{reason}。</translation>
    </message>
    <message>
        <source>{hop} says it holds {held} tokens where {num_held} were due.</source>
        <translation>{hop} 称持有 {held} 个词元，而应为 {num_held} 个。</translation>
    </message>
    <message>
        <source>{hop} sent a broken reply: {exc}.</source>
        <translation>{hop} 发送了损坏的应答：{exc}。</translation>
    </message>
    <message>
        <source>{hop} serves another model: {reason}.</source>
        <translation>{hop} 提供的是另一个模型：{reason}。</translation>
    </message>
    <message>
        <source>{hop} stayed busy: {reason}.</source>
        <translation>{hop} 一直很忙：{reason}。</translation>
    </message>
    <message>
        <source>{host} is no address of this computer.</source>
        <translation>{host} 不是这台电脑的地址。</translation>
    </message>
    <message>
        <source>{last} goes on.</source>
        <translation>{last} 继续进行。</translation>
    </message>
    <message>
        <source>{listen_port} is no port.</source>
        <translation>{listen_port} 不是端口。</translation>
    </message>
    <message>
        <source>{max_keys} programs use this configuration already.</source>
        <translation>已有 {max_keys} 个程序在使用此配置。</translation>
    </message>
    <message>
        <source>{name} alone is not a model.</source>
        <translation>单独一个 {name} 不是模型。</translation>
    </message>
    <message>
        <source>{name} answered with a list of weights that is none.</source>
        <translation>{name} 返回的权重列表无效。</translation>
    </message>
    <message>
        <source>{name} answered with something that is no reply.</source>
        <translation>{name} 返回的内容不是应答。</translation>
    </message>
    <message>
        <source>{name} became shorter</source>
        <translation>{name} 变短了</translation>
    </message>
    <message>
        <source>{name} cannot be imported from GGUF yet: {why}.</source>
        <translation>{name} 还不能从 GGUF 导入：{why}。</translation>
    </message>
    <message>
        <source>{name} cannot be reached.</source>
        <translation>无法连接到 {name}。</translation>
    </message>
    <message>
        <source>{name} cannot be reached: {exc}.</source>
        <translation>无法连接到 {name}：{exc}。</translation>
    </message>
    <message>
        <source>{name} cannot be the name of a model.</source>
        <translation>{name} 不能作为模型的名称。</translation>
    </message>
    <message>
        <source>{name} could not be read.</source>
        <translation>无法读取 {name}。</translation>
    </message>
    <message>
        <source>{name} describes a model that cannot be.</source>
        <translation>{name} 描述的模型不可能存在。</translation>
    </message>
    <message>
        <source>{name} did not answer within {deadline_s} s.</source>
        <translation>{name} 没有在 {deadline_s} 秒内应答。</translation>
    </message>
    <message>
        <source>{name} does not answer (no answer within {deadline_s} s).</source>
        <translation>{name} 没有应答（{deadline_s} 秒内没有应答）。</translation>
    </message>
    <message>
        <source>{name} does not answer ({exc}).</source>
        <translation>{name} 没有应答（{exc}）。</translation>
    </message>
    <message>
        <source>{name} does not answer.</source>
        <translation>{name} 没有应答。</translation>
    </message>
    <message>
        <source>{name} does not fit into the memory that is free here.</source>
        <translation>{name} 放不进这里可用的内存。</translation>
    </message>
    <message>
        <source>{name} does not give the kind of attention for every layer.</source>
        <translation>{name} 没有给出每一层的注意力类型。</translation>
    </message>
    <message>
        <source>{name} does not hand out what it had offered ({status}).</source>
        <translation>{name} 没有转交它所提供的内容（{status}）。</translation>
    </message>
    <message>
        <source>{name} does not hold this any more.</source>
        <translation>{name} 不再持有它。</translation>
    </message>
    <message>
        <source>{name} does not say</source>
        <translation>{name} 没有说明</translation>
    </message>
    <message>
        <source>{name} gave less than it was asked for.</source>
        <translation>{name} 给出的比要求的少。</translation>
    </message>
    <message>
        <source>{name} gave more than it was asked for.</source>
        <translation>{name} 给出的比要求的多。</translation>
    </message>
    <message>
        <source>{name} gave nothing for {stall_s} seconds.</source>
        <translation>{name} 已有 {stall_s} 秒没有给出任何内容。</translation>
    </message>
    <message>
        <source>{name} gave other bytes than it should have.</source>
        <translation>{name} 给出的字节与应有的不同。</translation>
    </message>
    <message>
        <source>{name} gives {value} for {key}, which cannot be.</source>
        <translation>{name} 给出的 {key} 为 {value}，这不可能。</translation>
    </message>
    <message>
        <source>{name} hands out no weights ({status}).</source>
        <translation>{name} 不转交权重（{status}）。</translation>
    </message>
    <message>
        <source>{name} has a tokenizer of the kind {name2}, which cannot be imported from GGUF yet.</source>
        <translation>{name} 的分词器类型为 {name2}，还不能从 GGUF 导入。</translation>
    </message>
    <message>
        <source>{name} has layers {full_span}, not {span}.</source>
        <translation>{name} 拥有层 {full_span}，而不是 {span}。</translation>
    </message>
    <message>
        <source>{name} has no usable {name2}.</source>
        <translation>{name} 没有可用的 {name2}。</translation>
    </message>
    <message>
        <source>{name} has {tensors} tensors</source>
        <translation>{name} 有 {tensors} 个张量</translation>
    </message>
    <message>
        <source>{name} holds tensors that this kind of model should not have, such as {unknown}.</source>
        <translation>{name} 包含这类模型不应有的张量，例如 {unknown}。</translation>
    </message>
    <message>
        <source>{name} is a GGUF file of version {version} or of a big-endian computer; 2 and 3 can be read.</source>
        <translation>{name} 是版本 {version} 的 GGUF 文件，或来自大端序的电脑；只能读取版本 2 和 3。</translation>
    </message>
    <message>
        <source>{name} is a reserved name on Windows.</source>
        <translation>{name} 是 Windows 的保留名称。</translation>
    </message>
    <message>
        <source>{name} is busy.</source>
        <translation>{name} 正忙。</translation>
    </message>
    <message>
        <source>{name} is here already</source>
        <translation>{name} 已在本机</translation>
    </message>
    <message>
        <source>{name} is in use on this computer.</source>
        <translation>{name} 正在这台电脑上使用。</translation>
    </message>
    <message>
        <source>{name} is no Meshnet node (HTTP status {code}).</source>
        <translation>{name} 不是 Meshnet 节点（HTTP 状态 {code}）。</translation>
    </message>
    <message>
        <source>{name} is no Meshnet node: {exc}.</source>
        <translation>{name} 不是 Meshnet 节点：{exc}。</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} 不是 GGUF 文件。</translation>
    </message>
    <message>
        <source>{name} is one of {num_pieces} pieces of a model.</source>
        <translation>{name} 是模型的 {num_pieces} 个部分之一。</translation>
    </message>
    <message>
        <source>{name} is slower than others.</source>
        <translation>{name} 比其他的慢。</translation>
    </message>
    <message>
        <source>{name} lacks the tensor {source}.</source>
        <translation>{name} 缺少张量 {source}。</translation>
    </message>
    <message>
        <source>{name} lies here whole, in its own files.</source>
        <translation>{name} 在这里是完整的，有它自己的文件。</translation>
    </message>
    <message>
        <source>{name} offers a model under the name of another.</source>
        <translation>{name} 以另一个模型的名称提供模型。</translation>
    </message>
    <message>
        <source>{name} offers files that are far too large.</source>
        <translation>{name} 提供的文件过大。</translation>
    </message>
    <message>
        <source>{name} says nothing usable about {key}.</source>
        <translation>{name} 没有给出可用的 {key}。</translation>
    </message>
    <message>
        <source>{name} sends less than {value} kB/s.</source>
        <translation>{name} 的发送速度低于 {value} kB/秒。</translation>
    </message>
    <message>
        <source>{name} sent a broken reply: {exc}.</source>
        <translation>{name} 发送了损坏的应答：{exc}。</translation>
    </message>
    <message>
        <source>{name} sent another part than it was asked for.</source>
        <translation>{name} 发送的不是所要求的部分。</translation>
    </message>
    <message>
        <source>{name} sent less than it had announced.</source>
        <translation>{name} 发送的比宣告的少。</translation>
    </message>
    <message>
        <source>{name} sent something else than it had announced.</source>
        <translation>{name} 发送的内容与宣告的不同。</translation>
    </message>
    <message>
        <source>{name} splits text in the way {pre}, which cannot be imported from GGUF yet.</source>
        <translation>{name} 以 {pre} 的方式切分文字，还不能从 GGUF 导入。</translation>
    </message>
    <message>
        <source>{name} uses {used} of {sizes} experts, which cannot be.</source>
        <translation>{name} 使用 {sizes} 个专家中的 {used} 个，这不可能。</translation>
    </message>
    <message>
        <source>{name}: none of its layers is here yet, so there is nothing to check.</source>
        <translation>{name}：它的层都还不在这里，因此没有可检查的内容。</translation>
    </message>
    <message>
        <source>{name}: {kept} damaged; remove the model and get it again.</source>
        <translation>{name}：{kept} 已损坏；请移除模型并重新获取。</translation>
    </message>
    <message>
        <source>{name}: {num_tensors} tensors are as they should be.</source>
        <translation>{name}：{num_tensors} 个张量都正确。</translation>
    </message>
    <message>
        <source>{name}: {removed} damaged and removed; get it again.</source>
        <translation>{name}：{removed} 已损坏并移除；请重新获取。</translation>
    </message>
    <message>
        <source>{num_bytes} are needed, but the disk limit leaves room for only {max}.</source>
        <translation>需要 {num_bytes}，但磁盘上限只剩 {max}。</translation>
    </message>
    <message>
        <source>{num_messages} earlier messages were left out: the chat is longer than the model's context.</source>
        <translation>已省略 {num_messages} 条较早的消息：聊天超出了模型的上下文。</translation>
    </message>
    <message>
        <source>{num_ranges} samples are what the hub has.</source>
        <translation>{num_ranges} 个抽样与模型站上的一致。</translation>
    </message>
    <message>
        <source>{num} chats could be read from it and are here.</source>
        <translation>从中读出了 {num} 个聊天，已放在这里。</translation>
    </message>
    <message>
        <source>{others} and {last} go on.</source>
        <translation>{others} 和 {last} 继续进行。</translation>
    </message>
    <message>
        <source>{own} was switched off.</source>
        <translation>{own}被关闭了。</translation>
    </message>
    <message>
        <source>{peer} is not ready ({state}).</source>
        <translation>{peer} 未就绪（{state}）。</translation>
    </message>
    <message>
        <source>{place}: there is no setting named {name}.</source>
        <translation>{place}：没有名为 {name} 的设置。</translation>
    </message>
    <message>
        <source>{repository} changed at the hub.</source>
        <translation>{repository} 在模型站上变了。</translation>
    </message>
    <message>
        <source>{repository} comes with code of its own, which Meshnet never runs.</source>
        <translation>{repository} 带有自己的代码，而 Meshnet 从不运行这类代码。</translation>
    </message>
    <message>
        <source>{repository} has .gguf files only.</source>
        <translation>{repository} 只有 .gguf 文件。</translation>
    </message>
    <message>
        <source>{repository} has several weight files but no {index_name}.</source>
        <translation>{repository} 有多个权重文件，但没有 {index_name}。</translation>
    </message>
    <message>
        <source>{repository} has weights but no config.json.</source>
        <translation>{repository} 有权重，但没有 config.json。</translation>
    </message>
    <message>
        <source>{repository} holds no language model.</source>
        <translation>{repository} 中没有语言模型。</translation>
    </message>
    <message>
        <source>{repository} is no name of a repository.</source>
        <translation>{repository} 不是仓库的名称。</translation>
    </message>
    <message>
        <source>{repository} lacks {missing}, which its index names.</source>
        <translation>{repository} 缺少其索引列出的 {missing}。</translation>
    </message>
    <message>
        <source>{revision} is no revision.</source>
        <translation>{revision} 不是修订版本。</translation>
    </message>
    <message>
        <source>{source}: {name} cannot be used: {wrong}.</source>
        <translation>{source}：{name} 无法使用：{wrong}。</translation>
    </message>
    <message>
        <source>{text} is no address like http://host:port</source>
        <translation>{text} 不是 http://host:port 这样的地址</translation>
    </message>
    <message>
        <source>{text} is no address of a swarm.</source>
        <translation>{text} 不是集群的地址。</translation>
    </message>
    <message>
        <source>{text} is no host name or address</source>
        <translation>{text} 不是主机名或地址</translation>
    </message>
    <message>
        <source>{text} is no peer address.</source>
        <translation>{text} 不是节点的地址。</translation>
    </message>
    <message>
        <source>{there} is not a folder.</source>
        <translation>{there} 不是文件夹。</translation>
    </message>
    <message>
        <source>{value} are needed, but {root} has only {free} free.</source>
        <translation>需要 {value}，但 {root} 只剩 {free}。</translation>
    </message>
    <message>
        <source>{value} are needed, but {root} has only {value2} free.</source>
        <translation>需要 {value}，但 {root} 只剩 {value2}。</translation>
    </message>
    <message>
        <source>{value} is not between {limits} and {limits2}</source>
        <translation>{value} 不在 {limits} 和 {limits2} 之间</translation>
    </message>
    <message>
        <source>{value} is not one of {limits}</source>
        <translation>{value} 不在 {limits} 之中</translation>
    </message>
    <message>
        <source>{value} of {mine} tokens differ</source>
        <translation>{mine} 个词元中有 {value} 个不同</translation>
    </message>
    <message>
        <source>{value} tokens are more than the model's context of {context_tokens}</source>
        <translation>{value} 个词元超过了模型 {context_tokens} 的上下文</translation>
    </message>
    <message>
        <source>{value} {what} are not plausible</source>
        <translation>{value} 个 {what} 不合理</translation>
    </message>
    <message>
        <source>{variable} cannot be used: {wrong}.</source>
        <translation>{variable} 无法使用：{wrong}。</translation>
    </message>
    <message>
        <source>{variable} is {text}, but it must be a number.</source>
        <translation>{variable} 是 {text}，但它必须是数字。</translation>
    </message>
    <message>
        <source>{variable} is {text}, but it must be {wanted}.</source>
        <translation>{variable} 是 {text}，但必须是 {wanted}。</translation>
    </message>
    <message>
        <source>{what} is gated: the hub gives it to those who have accepted its terms.</source>
        <translation>{what} 是受限的：模型站只把它提供给在那里接受了条款的人。</translation>
    </message>
</context>
</TS>
